import type { ActivityEntry } from '@kinreel/contracts/activity';
import { baseApi } from '../../shared/api/base-api.ts';

/** One page of the list. `next` is the query string of the next page, null on the last one. */
export interface ActivityPage {
  rows: ActivityEntry[];
  next: string | null;
}

/** The user's own log, or that of the site. */
export type ActivityOf = 'user' | 'site';

const PATHS = { user: 'api/activity', site: 'api/admin/activity' } as const satisfies Record<ActivityOf, string>;

/** API calls about activity. */
const activityApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getActivity: build.infiniteQuery<ActivityPage, ActivityOf, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.next ?? undefined },
      query: ({ queryArg, pageParam }) => `${PATHS[queryArg]}${pageParam}`,
      transformResponse: (rows: ActivityEntry[], meta) => ({ rows, next: meta?.next ?? null }),
      // Almost every other call adds an entry.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetActivityInfiniteQuery } = activityApi;
