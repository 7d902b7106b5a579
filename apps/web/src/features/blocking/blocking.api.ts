import type { BlockedPerson } from '@kinreel/contracts/blocking';
import { baseApi } from '../../shared/api/base-api.ts';

/** One page of the list. `next` is the query string of the next page, null on the last one. */
export interface BlockedPage {
  rows: BlockedPerson[];
  next: string | null;
}

/** For both calls: invalidates all data in which two people see each other. */
const invalidation = {
  invalidatesTags: [
    'Blocks',
    'Person',
    'Search',
    'Connections',
    'Videos',
    'Shares',
    'News',
    'Links',
    'Audience',
    'Notifications',
  ] as const,
};

/** API calls about blocked people. */
export const blockingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getBlocked: build.infiniteQuery<BlockedPage, void, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.next ?? undefined },
      query: ({ pageParam }) => `api/blocks${pageParam}`,
      transformResponse: (rows: BlockedPerson[], meta) => ({ rows, next: meta?.next ?? null }),
      providesTags: ['Blocks'],
    }),
    blockPerson: build.mutation<void, string>({
      query: (id) => ({ url: `api/blocks/${id}`, method: 'PUT' }),
      ...invalidation,
    }),
    unblockPerson: build.mutation<void, string>({
      query: (id) => ({ url: `api/blocks/${id}`, method: 'DELETE' }),
      ...invalidation,
    }),
  }),
});

export const { useGetBlockedInfiniteQuery, useBlockPersonMutation, useUnblockPersonMutation } = blockingApi;
