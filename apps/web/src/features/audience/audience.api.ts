import type { Audience } from '@kinreel/contracts/audience';
import { baseApi } from '../../shared/api/base-api.ts';

/** One page of an audience. `next` is the query string of the next page, null on the last one. */
export interface AudiencePage extends Audience {
  next: string | null;
}

/** API calls about who can see a video. */
export const audienceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Who can see one of the user's own videos (VID-08). Depends on shares, links, connections and the permission. */
    getAudience: build.infiniteQuery<AudiencePage, string, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.next ?? undefined },
      query: ({ queryArg: videoId, pageParam }) => `api/video/${videoId}/audience${pageParam}`,
      transformResponse: (audience: Audience, meta) => ({ ...audience, next: meta?.next ?? null }),
      providesTags: ['Audience', 'Shares', 'Connections'],
    }),
    /** Removes a person's share and redeemed links. */
    removeFromAudience: build.mutation<unknown, { videoId: string; userId: string }>({
      query: ({ videoId, userId }) => ({
        url: `api/video/${videoId}/audience/${userId}`,
        method: 'DELETE',
      }),
      invalidatesTags: (_done, error) => (error ? [] : ['Audience', 'Shares', 'Links']),
    }),
  }),
});

export const { useGetAudienceInfiniteQuery, useRemoveFromAudienceMutation } = audienceApi;
