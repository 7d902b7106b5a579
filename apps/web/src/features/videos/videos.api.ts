import type { Permission, SharedByMeVideo, SharedWithMeVideo, Video } from '@kinreel/contracts/videos';
import { baseApi } from '../../shared/api/base-api.ts';

/** One page of a list. `next` is the query string of the page that follows, null at the end. */
export interface Page<T> {
  rows: T[];
  next: string | null;
}

/** One person's videos as the caller may see them. `autoplay` comes first; `share` is redeemed for the caller. */
export interface PersonVideosQuery {
  userId: string;
  autoplay?: string | undefined;
  share?: string | undefined;
}

/** The first page has no query string of its own; the later ones are named by the answer before them. */
const pages = {
  initialPageParam: '',
  getNextPageParam: (last: Page<unknown>) => last.next ?? undefined,
};

function toPage<T>(rows: T[], meta: { next: string | null } | undefined): Page<T> {
  return { rows, next: meta?.next ?? null };
}

/**
 * The calls about videos. Reloads are those of section 4: a permission update reloads that video's permission and the
 * user's videos, a deletion the user's videos and what hangs on them.
 */
export const videosApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET_MY_VIDEOS (API-06, STATE-03). */
    getMyVideos: build.infiniteQuery<Page<Video>, void, string>({
      infiniteQueryOptions: pages,
      query: ({ pageParam }) => `api/video/userVideos${pageParam}`,
      transformResponse: toPage<Video>,
      providesTags: ['Videos'],
    }),
    /** The searched user's videos (API-07, SHARE-04, STATE-03). */
    getPersonVideos: build.infiniteQuery<Page<Video>, PersonVideosQuery, string>({
      infiniteQueryOptions: pages,
      query: ({ queryArg: { userId, autoplay, share }, pageParam }) => {
        const asked = new URLSearchParams({ ...(autoplay && { autoplay }), ...(share && { share }) });
        return `api/video/user/${userId}${pageParam || (asked.size > 0 ? `?${asked}` : '')}`;
      },
      transformResponse: toPage<Video>,
      providesTags: ['Videos'],
    }),
    /** GET_VIDEO_BY_ID (API-08, STATE-03): of the answered list only the first item is kept. */
    getVideo: build.query<Video | null, string>({
      query: (id) => `api/video/${id}`,
      transformResponse: (videos: Video[]) => videos[0] ?? null,
      providesTags: ['Videos'],
      // It is polled while the video is prepared; what it said then must not be shown when it is prepared once more.
      keepUnusedDataFor: 0,
    }),
    /** Reading one's own profile sets the media cookie anew, which ends with the token that it stood for. */
    renewMediaLeave: build.mutation<unknown, void>({ query: () => 'api/user' }),
    /** DELETE_VIDEO (API-10). */
    deleteVideo: build.mutation<unknown, string>({
      query: (id) => ({ url: `api/video/${id}`, method: 'DELETE', responseHandler: 'text' }),
      invalidatesTags: (_done, error) => (error ? [] : ['Videos', 'Shares']),
    }),
    /** Prepare a failed upload once more. */
    retryVideo: build.mutation<unknown, string>({
      query: (id) => ({ url: `api/video/${id}/retry`, method: 'POST', responseHandler: 'text' }),
      invalidatesTags: (_done, error) => (error ? [] : ['Videos']),
    }),
    /** API-18 (STATE-05): of the answered list the first element's permission is used. */
    getPermission: build.query<Permission | '', string>({
      query: (videoId) => `api/permission/${videoId}`,
      transformResponse: (rows: { permission: Permission }[]) => rows[0]?.permission ?? '',
    }),
    /** UPDATE_PERMISSION (API-19, VID-03). */
    updatePermission: build.mutation<unknown, { video_id: string; permission: Permission }>({
      query: ({ video_id, permission }) => ({
        url: `api/permission/${video_id}`,
        method: 'PUT',
        body: { permission },
        responseHandler: 'text',
      }),
      // The video's own permission is read again by the selector that changed it.
      invalidatesTags: (_done, error) => (error ? [] : ['Videos', 'Shares']),
    }),
    /** API-11 (STATE-08 sharedVideos). */
    getSharedWithMe: build.infiniteQuery<Page<SharedWithMeVideo>, void, string>({
      infiniteQueryOptions: pages,
      query: ({ pageParam }) => `api/video/sharedwithme${pageParam}`,
      transformResponse: toPage<SharedWithMeVideo>,
      providesTags: ['Shares'],
    }),
    /** API-12 (STATE-08 sharedVideos). */
    getSharedByMe: build.infiniteQuery<Page<SharedByMeVideo>, void, string>({
      infiniteQueryOptions: pages,
      query: ({ pageParam }) => `api/video/sharedbyme${pageParam}`,
      transformResponse: toPage<SharedByMeVideo>,
      providesTags: ['Shares'],
    }),
    /** API-13: the caller's own share of a video, named by the video's id. */
    removeShared: build.mutation<unknown, string>({
      query: (videoId) => ({ url: `api/video/shared/${videoId}`, method: 'DELETE', responseHandler: 'text' }),
      invalidatesTags: (_done, error) => (error ? [] : ['Shares']),
    }),
  }),
});

export const {
  useGetMyVideosInfiniteQuery,
  useGetPersonVideosInfiniteQuery,
  useGetVideoQuery,
  useRenewMediaLeaveMutation,
  useDeleteVideoMutation,
  useRetryVideoMutation,
  useLazyGetPermissionQuery,
  useUpdatePermissionMutation,
  useGetSharedWithMeInfiniteQuery,
  useGetSharedByMeInfiniteQuery,
  useRemoveSharedMutation,
} = videosApi;
