import type { SaveWatchPositionRequest, WatchPosition } from '@kinreel/contracts/watching';
import { baseApi } from '../../shared/api/base-api.ts';

/** API calls about watching (WATCH-02). */
export const watchingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The watch position of the user in a video. */
    getWatchPosition: build.query<WatchPosition, string>({
      query: (videoId) => `api/video/${videoId}/position`,
      // It changes during playback, here or on another device.
      keepUnusedDataFor: 0,
    }),
    saveWatchPosition: build.mutation<WatchPosition, SaveWatchPositionRequest & { videoId: string }>({
      // The page may be closing.
      query: ({ videoId, ...body }) => ({
        url: `api/video/${videoId}/position`,
        method: 'PUT',
        body,
        keepalive: true,
      }),
    }),
  }),
});

export const { useGetWatchPositionQuery } = watchingApi;
