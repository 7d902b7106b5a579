import type { Video } from '@kinreel/contracts/videos';
import { baseApi } from '../../shared/api/base-api.ts';

/** The call that changes a poster. */
const postersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    changePoster: build.mutation<Video, { videoId: string; picture: File }>({
      query: ({ videoId, picture }) => {
        const body = new FormData();
        body.append('photo', picture);
        return { url: `api/video/${videoId}/poster`, method: 'PUT', body };
      },
      invalidatesTags: (_done, error) => (error ? [] : ['Videos', 'Shares']),
    }),
  }),
});

export const { useChangePosterMutation } = postersApi;
