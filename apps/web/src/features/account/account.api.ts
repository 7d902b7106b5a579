import type { DeletionResponse } from '@kinreel/contracts/account';
import { baseApi } from '../../shared/api/base-api.ts';
import { callIdentity, type IdentityAccount, isAccountHere } from './identity-account.ts';

/** The user's account: address and password at the identity service, deletion at the API. */
const accountApi = baseApi.enhanceEndpoints({ addTagTypes: ['Account'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Null if a hosted provider manages address and password. */
    getAccount: build.query<IdentityAccount | null, void>({
      async queryFn() {
        const isHere = await isAccountHere().catch(() => true);
        if (!isHere) return { data: null };
        const result = await callIdentity('GET', '');
        return 'error' in result ? result : { data: result.data as IdentityAccount };
      },
      providesTags: ['Account'],
    }),
    changeEmail: build.mutation<unknown, { current_password: string; email: string }>({
      queryFn: (body) => callIdentity('POST', '/email', body),
      invalidatesTags: ['Account'],
    }),
    forgetEmail: build.mutation<unknown, void>({
      queryFn: () => callIdentity('DELETE', '/asked-email'),
      invalidatesTags: ['Account'],
    }),
    changePassword: build.mutation<unknown, { current_password: string; new_password: string; end_others: boolean }>({
      queryFn: (body) => callIdentity('POST', '/password', body),
      invalidatesTags: ['Devices'],
    }),
    /** Verifies the password at the identity service, then sends the proof to the API. */
    deleteAccount: build.mutation<DeletionResponse, string>({
      async queryFn(password, _api, _extra, call) {
        const proved = await callIdentity('POST', '/proof', { password });
        if ('error' in proved) return proved;
        const { proof } = proved.data as { proof: string };
        const answer = await call({ url: 'api/account/deletion', method: 'POST', body: { proof } });
        return answer.error ? { error: answer.error } : { data: answer.data as DeletionResponse };
      },
    }),
  }),
});

export const {
  useChangeEmailMutation,
  useChangePasswordMutation,
  useDeleteAccountMutation,
  useForgetEmailMutation,
  useGetAccountQuery,
} = accountApi;
