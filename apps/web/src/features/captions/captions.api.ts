import type { CaptionHit, Captions, SaveCaptionsRequest } from '@kinreel/contracts/captions';
import { baseApi } from '../../shared/api/base-api.ts';

/** API calls about captions. Video lists contain the captions URL, so they are refetched after a change. */
export const captionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getCaptions: build.query<Captions, string>({
      query: (videoId) => `api/video/${videoId}/captions`,
      // Another window may have changed them. The editor keeps its own copy.
      keepUnusedDataFor: 0,
    }),
    saveCaptions: build.mutation<Captions, SaveCaptionsRequest & { videoId: string }>({
      query: ({ videoId, ...body }) => ({ url: `api/video/${videoId}/captions`, method: 'PUT', body }),
      invalidatesTags: (_done, error) => (error ? [] : ['Videos', 'Shares', 'Captions']),
    }),
    deleteCaptions: build.mutation<unknown, { videoId: string; version: string }>({
      query: ({ videoId, version }) => ({
        url: `api/video/${videoId}/captions?version=${version}`,
        method: 'DELETE',
      }),
      invalidatesTags: (_done, error) => (error ? [] : ['Videos', 'Shares', 'Captions']),
    }),
    draftCaptions: build.mutation<Captions, string>({
      query: (videoId) => ({ url: `api/video/${videoId}/captions/draft`, method: 'POST' }),
      // Otherwise a second draft that fails like the first changes nothing in the cache, and its end is not noticed.
      onQueryStarted: async (videoId, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) await dispatch(captionsApi.util.upsertQueryData('getCaptions', videoId, answer.data));
      },
    }),
    /** Searches the captions of the user's own videos. */
    searchCaptions: build.query<CaptionHit[], string>({
      query: (text) => `api/captions/search?${new URLSearchParams({ q: text })}`,
      providesTags: ['Captions'],
    }),
  }),
});

export const {
  useGetCaptionsQuery,
  useLazyGetCaptionsQuery,
  useSaveCaptionsMutation,
  useDeleteCaptionsMutation,
  useDraftCaptionsMutation,
  useSearchCaptionsQuery,
} = captionsApi;
