import type { Trim } from '@kinreel/contracts/trimming';
import type { Video } from '@kinreel/contracts/videos';
import { baseApi } from '../../shared/api/base-api.ts';

/** The call that trims a video, or removes the trim. */
const trimmingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    changeTrim: build.mutation<Video, { videoId: string; trim: Trim | null }>({
      query: ({ videoId, trim }) => ({
        url: `api/video/${videoId}/trim`,
        ...(trim ? { method: 'PUT', body: trim } : { method: 'DELETE' }),
      }),
      invalidatesTags: (_done, error) => (error ? [] : ['Videos', 'Shares', 'Captions']),
    }),
  }),
});

export const { useChangeTrimMutation } = trimmingApi;
