import type { Deletion, DeletionResponse } from '@kinreel/contracts/account';
import { baseApi } from '../../shared/api/base-api.ts';

/** Cancels the deletion of the account. */
const leavingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Null if no deletion was requested. */
    getDeletion: build.query<Deletion | null, void>({
      query: () => 'api/account/deletion',
      transformResponse: ({ deletion }: DeletionResponse) => deletion,
    }),
    keepAccount: build.mutation<void, void>({ query: () => ({ url: 'api/account/deletion', method: 'DELETE' }) }),
  }),
});

export const { useGetDeletionQuery, useKeepAccountMutation } = leavingApi;
