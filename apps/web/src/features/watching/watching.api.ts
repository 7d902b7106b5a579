import type {
  SaveWatchPositionRequest,
  WatchersResponse,
  WatchingSetting,
  WatchPosition,
} from '@kinreel/contracts/watching';
import { baseApi } from '../../shared/api/base-api.ts';

/** API calls about watching (WATCH-02). */
export const watchingApi = baseApi.enhanceEndpoints({ addTagTypes: ['Watching', 'News'] }).injectEndpoints({
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
    /** Who has watched a video of the user. */
    getWatchers: build.query<WatchersResponse, string>({
      query: (videoId) => `api/video/${videoId}/watchers`,
      keepUnusedDataFor: 0,
    }),
    getWatchingSetting: build.query<WatchingSetting, void>({
      query: () => 'api/watching/setting',
      providesTags: ['Watching'],
    }),
    setWatchingShown: build.mutation<void, boolean>({
      query: (shown) => ({ url: 'api/watching/setting', method: 'PUT', body: { shown } }),
      invalidatesTags: ['Watching'],
    }),
  }),
});

export const {
  useGetWatchersQuery,
  useGetWatchingSettingQuery,
  useGetWatchPositionQuery,
  useSetWatchingShownMutation,
} = watchingApi;
