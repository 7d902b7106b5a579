import type { Notification, NotificationCount, NotificationKind } from '@kinreel/contracts/notifications';
import { baseApi } from '../../shared/api/base-api.ts';

/** One page of the list. `next` is the query string of the page that follows, null at the end. */
export interface NotificationPage {
  rows: Notification[];
  next: string | null;
}

/** Lists that show what a person is told of: on the page already, they are read again. */
const TAGS_OF_KIND = {
  'connection-request': 'Connections',
  'connection-accepted': 'Connections',
  'video-shared': 'Shares',
  'video-ready': 'Videos',
  'video-failed': 'Videos',
} as const satisfies Record<NotificationKind, string>;

/** The calls about what a person is told of in the app (SHARE-06). */
export const notificationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getNotifications: build.infiniteQuery<NotificationPage, void, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.next ?? undefined },
      query: ({ pageParam }) => `api/notifications${pageParam}`,
      transformResponse: (rows: Notification[], meta) => ({ rows, next: meta?.next ?? null }),
      // What was new when it was last open is not new any more.
      keepUnusedDataFor: 0,
    }),
    getUnreadCount: build.query<number, void>({
      query: () => 'api/notifications/count',
      transformResponse: ({ unread }: NotificationCount) => unread,
      providesTags: ['Notifications'],
    }),
    /** Everything up to this one was seen; `kinds` are those among it that were new. */
    markRead: build.mutation<unknown, { upTo: string; kinds: readonly NotificationKind[] }>({
      query: ({ upTo }) => ({
        url: 'api/notifications/read',
        method: 'PUT',
        body: { up_to: upTo },
        responseHandler: 'text',
      }),
      invalidatesTags: (_done, error, { kinds }) =>
        error ? [] : ['Notifications', ...new Set(kinds.map((kind) => TAGS_OF_KIND[kind]))],
    }),
  }),
});

export const { useGetNotificationsInfiniteQuery, useGetUnreadCountQuery, useMarkReadMutation } = notificationsApi;
