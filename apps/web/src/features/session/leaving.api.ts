import type { Deletion, DeletionResponse } from '@kinreel/contracts/account';
import { baseApi } from '../../shared/api/base-api.ts';

/** The way back for somebody whose account is going to be deleted. */
const leavingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Null if nobody has asked for it. */
    getDeletion: build.query<Deletion | null, void>({
      query: () => 'api/account/deletion',
      transformResponse: ({ deletion }: DeletionResponse) => deletion,
    }),
    keepAccount: build.mutation<void, void>({ query: () => ({ url: 'api/account/deletion', method: 'DELETE' }) }),
  }),
});

export const { useGetDeletionQuery, useKeepAccountMutation } = leavingApi;
