import type { Notification, PageQuery, ReadNotificationsRequest } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { decodeTimeCursor, type Page, toPage } from '../../platform/paging.ts';
import { presentNotification } from './notifications.presenter.ts';
import {
  countUnread,
  deleteAbout,
  deleteOld,
  listNotifications,
  markRead,
  trimNotifications,
  upsertNotifications,
} from './notifications.queries.ts';

/** Something that concerns a person: who is told (`userId`), of what, and who did it. */
export type Notice =
  | { userId: string; kind: 'connection-request' | 'connection-accepted'; actorId: string; connectionId: string }
  | { userId: string; kind: 'video-shared'; actorId: string; videoId: string }
  | { userId: string; kind: 'video-ready' | 'video-failed'; videoId: string };

/**
 * Tell people in the app. Belongs in the transaction that makes it true. Of one thing a person is told the newest only,
 * and the same not twice.
 */
export async function notify(db: Db, ...notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  await upsertNotifications(
    db,
    notices.map((notice) => ({
      id: newId(),
      user_id: notice.userId,
      kind: notice.kind,
      actor_id: 'actorId' in notice ? notice.actorId : null,
      video_id: 'videoId' in notice ? notice.videoId : null,
      connection_id: 'connectionId' in notice ? notice.connectionId : null,
    })),
  );
  await trimNotifications(
    db,
    notices.map(({ userId }) => userId),
  );
}

/** Take back what a person was told of a video or a connection, because it no longer holds. */
export function removeNotification(db: Db, userId: string, aboutId: string): Promise<void> {
  return deleteAbout(db, userId, aboutId);
}

/** Forget what is too old to be kept. */
export function deleteOldNotifications(db: Db): Promise<void> {
  return deleteOld(db);
}

/** What a person was told, newest first. */
export async function readNotifications(db: Db, userId: string, query: PageQuery): Promise<Page<Notification>> {
  const rows = await listNotifications(db, userId, decodeTimeCursor(query.cursor), query.limit + 1);
  const page = toPage(rows, query.limit, (row) => [row.cursor_at, row.notification_id]);
  return { rows: page.rows.map(presentNotification), next: page.next };
}

/** How much of it the person has not seen yet. */
export async function readUnreadCount(db: Db, userId: string): Promise<{ unread: number }> {
  return { unread: await countUnread(db, userId) };
}

/** The person has seen it. An `up_to` that is gone meanwhile, or another's, changes nothing. */
export function markNotificationsRead(db: Db, userId: string, request: ReadNotificationsRequest): Promise<void> {
  return markRead(db, userId, request.up_to);
}
