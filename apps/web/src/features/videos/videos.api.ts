import type { RedeemLinkResponse } from '@kinreel/contracts/short-links';
import type { Permission, SharedByMeVideo, SharedWithMeVideo, Video } from '@kinreel/contracts/videos';
import type { WhatsNew } from '@kinreel/contracts/whats-new';
import { isApiError } from '../../shared/api/api-error.ts';
import { baseApi } from '../../shared/api/base-api.ts';

/** One page of a list. `next` is the query string of the next page, null on the last one. */
export interface Page<T> {
  rows: T[];
  next: string | null;
}

/** Lists stay cached while one of their videos is watched, so that going back restores the scroll position. */
const KEEP_LISTS_SECONDS = 3600;

/** Pagination: the query string of each page comes from the previous response; the first page has none. */
const pagination = {
  initialPageParam: '',
  getNextPageParam: (last: Page<unknown>) => last.next ?? undefined,
};

function toPage<T>(rows: T[], meta: { next: string | null } | undefined): Page<T> {
  return { rows, next: meta?.next ?? null };
}

/**
 * API calls about videos. Reloads follow section 4 of the specification: a permission update reloads that video's
 * permission and the user's videos, a deletion the user's videos and shares.
 */
export const videosApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET_MY_VIDEOS (API-06, STATE-03). */
    getMyVideos: build.infiniteQuery<Page<Video>, void, string>({
      infiniteQueryOptions: pagination,
      query: ({ pageParam }) => `api/video/userVideos${pageParam}`,
      transformResponse: toPage<Video>,
      providesTags: ['Videos', 'Audience', 'VideoLists'],
      keepUnusedDataFor: KEEP_LISTS_SECONDS,
    }),
    /** The searched user's videos (API-07, SHARE-04, STATE-03). */
    getPersonVideos: build.infiniteQuery<Page<Video>, string, string>({
      infiniteQueryOptions: pagination,
      query: ({ queryArg: userId, pageParam }) => `api/video/user/${userId}${pageParam}`,
      transformResponse: toPage<Video>,
      providesTags: ['Videos', 'VideoLists'],
      keepUnusedDataFor: KEEP_LISTS_SECONDS,
    }),
    /** Redeems the code of a short link (SHARE-04). Idempotent, so it is a query, which runs once per code. */
    redeemLink: build.query<RedeemLinkResponse, string>({
      query: (code) => ({ url: 'api/link/redeem', method: 'POST', body: { code } }),
    }),
    /** GET_VIDEO_BY_ID (API-08, STATE-03): the first item of the response. */
    getVideo: build.query<Video | null, string>({
      query: (id) => `api/video/${id}`,
      transformResponse: (videos: Video[]) => videos[0] ?? null,
      providesTags: ['Videos', 'Audience'],
      // The video was deleted or is not shared any more, but a cached list still shows its card.
      onQueryStarted: (_id, { dispatch, queryFulfilled }) => {
        queryFulfilled.catch(({ error }: { error?: unknown }) => {
          if (isApiError(error) && error.status === 404) dispatch(videosApi.util.invalidateTags(['VideoLists']));
        });
      },
      // Progress of an earlier attempt must not appear when processing is retried.
      keepUnusedDataFor: 0,
    }),
    /** DELETE_VIDEO (API-10). */
    deleteVideo: build.mutation<unknown, string>({
      query: (id) => ({ url: `api/video/${id}`, method: 'DELETE' }),
      invalidatesTags: (_done, error) => (error ? [] : ['Videos', 'Shares']),
    }),
    /** Retries processing of a failed video. */
    retryVideo: build.mutation<unknown, string>({
      query: (id) => ({ url: `api/video/${id}/retry`, method: 'POST' }),
      invalidatesTags: (_done, error) => (error ? [] : ['Videos']),
    }),
    /** API-18 (STATE-05): the permission of the first element of the response. */
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
      }),
      // The permission selector refetches the video's own permission.
      invalidatesTags: (_done, error) => (error ? [] : ['Videos', 'Shares']),
    }),
    /** API-11 (STATE-08 sharedVideos). */
    getSharedWithMe: build.infiniteQuery<Page<SharedWithMeVideo>, void, string>({
      infiniteQueryOptions: pagination,
      query: ({ pageParam }) => `api/video/sharedwithme${pageParam}`,
      transformResponse: toPage<SharedWithMeVideo>,
      providesTags: ['Shares', 'VideoLists'],
      keepUnusedDataFor: KEEP_LISTS_SECONDS,
    }),
    /** API-12 (STATE-08 sharedVideos). */
    getSharedByMe: build.infiniteQuery<Page<SharedByMeVideo>, void, string>({
      infiniteQueryOptions: pagination,
      query: ({ pageParam }) => `api/video/sharedbyme${pageParam}`,
      transformResponse: toPage<SharedByMeVideo>,
      providesTags: ['Shares', 'Audience', 'VideoLists'],
      keepUnusedDataFor: KEEP_LISTS_SECONDS,
    }),
    /** Videos of others that the user has not seen yet. */
    getWhatsNew: build.query<WhatsNew, void>({
      query: () => 'api/whats-new',
      // Not Shares, which the user's own changes invalidate: they make nothing new.
      providesTags: ['News', 'VideoLists'],
      keepUnusedDataFor: KEEP_LISTS_SECONDS,
    }),
    markSeen: build.mutation<unknown, string[]>({
      query: (video_ids) => ({ url: 'api/whats-new/seen', method: 'PUT', body: { video_ids } }),
    }),
    /** API-13: removes a video from Shared With Me, by the video's id. */
    removeShared: build.mutation<unknown, string>({
      query: (videoId) => ({ url: `api/video/shared/${videoId}`, method: 'DELETE' }),
      invalidatesTags: (_done, error) => (error ? [] : ['Shares', 'News']),
    }),
  }),
});

export const {
  useGetMyVideosInfiniteQuery,
  useGetPersonVideosInfiniteQuery,
  useRedeemLinkQuery,
  useGetVideoQuery,
  useDeleteVideoMutation,
  useRetryVideoMutation,
  useLazyGetPermissionQuery,
  useUpdatePermissionMutation,
  useGetSharedWithMeInfiniteQuery,
  useGetSharedByMeInfiniteQuery,
  useRemoveSharedMutation,
  useGetWhatsNewQuery,
  useMarkSeenMutation,
} = videosApi;

/** A video from any cached list, to show it before the server responds. */
export function selectListedVideo(state: ListedState, id: string): Video | undefined {
  return listedRows(state).find((row) => row.id === id);
}

/** The entry of a video in Shared With Me, if there is one. */
export function selectSharedEntry(state: ListedState, id: string): SharedWithMeVideo | undefined {
  return listedRows(state).find((row): row is SharedWithMeVideo => row.id === id && 'email' in row);
}

type ListedState = { api: ReturnType<typeof baseApi.reducer> };

/** The endpoints that contain videos. Other paginated lists, such as audiences, have other rows. */
const VIDEO_LISTS = new Set(['getMyVideos', 'getPersonVideos', 'getSharedWithMe', 'getSharedByMe', 'getWhatsNew']);

function listedRows({ api }: ListedState): Video[] {
  return Object.values(api.queries).flatMap((query) => {
    if (!query?.endpointName || !VIDEO_LISTS.has(query.endpointName)) return [];
    const { pages, videos } = (query.data ?? {}) as { pages?: Page<Video>[]; videos?: Video[] };
    return videos ?? pages?.flatMap((page) => page.rows) ?? [];
  });
}
