import type { Notification, NotificationCount, NotificationKind } from '@kinreel/contracts/notifications';
import { baseApi } from '../../shared/api/base-api.ts';

/** One page of the list. `next` is the query string of the next page, null on the last one. */
export interface NotificationPage {
  rows: Notification[];
  next: string | null;
}

/** The list that each kind of notification affects. It is refetched if the page shows it. */
const TAG_BY_KIND = {
  'connection-request': 'Connections',
  'connection-accepted': 'Connections',
  'video-shared': 'Shares',
  'video-opened': 'Shares',
  'video-ready': 'Videos',
  'video-failed': 'Videos',
  'video-gone': 'Shares',
  'archive-ready': 'Archive',
  'archive-failed': 'Archive',
  'video-given': 'Shares',
  'steward-named': 'Stewards',
  'steward-declined': 'Stewards',
  'steward-asked': 'Stewards',
  'steward-started': 'Stewards',
  'steward-stopped': 'Stewards',
  note: 'Notes',
  heart: 'Notes',
  // The user has waiting questions now.
  question: 'User',
  'week-question': 'User',
  'question-answered': 'Shares',
} as const satisfies Record<NotificationKind, string>;

/** API calls about notifications (SHARE-06). */
export const notificationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getNotifications: build.infiniteQuery<NotificationPage, void, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (last) => last.next ?? undefined },
      query: ({ pageParam }) => `api/notifications${pageParam}`,
      transformResponse: (rows: Notification[], meta) => ({ rows, next: meta?.next ?? null }),
      // Refetch each time, because notifications in the cache are no longer new.
      keepUnusedDataFor: 0,
    }),
    getUnreadCount: build.query<number, void>({
      query: () => 'api/notifications/count',
      transformResponse: ({ unread }: NotificationCount) => unread,
      providesTags: ['Notifications'],
    }),
    /** Marks all notifications up to this id as read. `kinds` are the kinds of the new ones. */
    markRead: build.mutation<unknown, { upTo: string; kinds: readonly NotificationKind[] }>({
      query: ({ upTo }) => ({
        url: 'api/notifications/read',
        method: 'PUT',
        body: { up_to: upTo },
      }),
      invalidatesTags: (_done, error, { kinds }) =>
        error ? [] : ['Notifications', 'News', ...new Set(kinds.map((kind) => TAG_BY_KIND[kind]))],
    }),
  }),
});

export const { useGetNotificationsInfiniteQuery, useGetUnreadCountQuery, useMarkReadMutation } = notificationsApi;
