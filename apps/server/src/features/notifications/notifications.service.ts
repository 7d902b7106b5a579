import type {
  MailKind,
  Notification,
  NotificationSetting,
  NotificationSettingRequest,
  PageQuery,
  ReadNotificationsRequest,
} from '@kinreel/contracts';
import type { Kysely } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/tables.ts';
import { decodeTimeCursor, type Page, toPage } from '../../platform/http/paging.ts';
import { newId } from '../../platform/ids.ts';
import { presentNotification, presentSettings } from './notifications.presenter.ts';
import {
  countUnread,
  deleteAbout,
  deleteOld,
  findSetting,
  listNotifications,
  listSettings,
  markKindRead,
  markRead,
  trimNotifications,
  upsertNotifications,
  upsertSetting,
} from './notifications.queries.ts';

/** Kinds about a video that another person caused. */
type VideoKind = 'video-shared' | 'video-opened' | 'video-given' | 'question-answered';

/** A notification for `userId`; `actorId` is the person who caused it. */
export type NotificationInput =
  | { userId: string; kind: 'connection-request' | 'connection-accepted'; actorId: string; connectionId: string }
  | { userId: string; kind: 'note'; actorId: string; videoId: string; noteId: string }
  | { userId: string; kind: 'heart'; actorId: string; videoId: string; heartId: string }
  | { userId: string; kind: VideoKind; actorId: string; videoId: string }
  | { userId: string; kind: 'question'; actorId: string; questionId: string }
  | { userId: string; kind: 'video-gone'; goneVideoId: string; promptId: number }
  | { userId: string; kind: 'video-ready' | 'video-failed'; videoId: string }
  | { userId: string; kind: 'archive-ready' | 'archive-failed'; archiveId: string }
  | {
      userId: string;
      kind: 'steward-named' | 'steward-declined' | 'steward-asked' | 'steward-started' | 'steward-stopped';
      actorId: string;
      stewardRowId: string;
    };

/** A statement can have 65,535 parameters, and each notification needs thirteen. */
const BATCH = 1_000;

/**
 * Creates notifications, in the transaction of the change. Each person keeps only the newest notification about a
 * subject; repeating the same one has no effect.
 */
export async function notify(db: Db, ...notifications: readonly NotificationInput[]): Promise<void> {
  for (let first = 0; first < notifications.length; first += BATCH) {
    await notifySome(db, notifications.slice(first, first + BATCH));
  }
}

async function notifySome(db: Db, notifications: readonly NotificationInput[]): Promise<void> {
  await upsertNotifications(
    db,
    notifications.map((input) => ({
      id: newId(),
      user_id: input.userId,
      kind: input.kind,
      actor_id: 'actorId' in input ? input.actorId : null,
      video_id: 'videoId' in input ? input.videoId : null,
      connection_id: 'connectionId' in input ? input.connectionId : null,
      archive_id: 'archiveId' in input ? input.archiveId : null,
      steward_row_id: 'stewardRowId' in input ? input.stewardRowId : null,
      question_id: 'questionId' in input ? input.questionId : null,
      gone_video_id: 'goneVideoId' in input ? input.goneVideoId : null,
      gone_prompt_id: 'promptId' in input ? input.promptId : null,
      note_id: 'noteId' in input ? input.noteId : null,
      heart_id: 'heartId' in input ? input.heartId : null,
    })),
  );
  await trimNotifications(db, [...new Set(notifications.map(({ userId }) => userId))]);
}

/** Removes a person's obsolete notification about a video, connection, archive, stewardship or question. */
export function removeNotification(db: Db, userId: string, aboutId: string): Promise<void> {
  return deleteAbout(db, userId, aboutId);
}

/** Deletes expired notifications. */
export function deleteOldNotifications(db: Db): Promise<void> {
  return deleteOld(db);
}

/** A page of a person's notifications, newest first. */
export async function readNotifications(db: Db, userId: string, query: PageQuery): Promise<Page<Notification>> {
  const rows = await listNotifications(db, userId, decodeTimeCursor(query.cursor), query.limit + 1);
  const page = toPage(rows, query.limit, (row) => [row.cursor_at, row.notification_id]);
  return { rows: page.rows.map(presentNotification), next: page.next };
}

/** Number of a person's unread notifications. */
export async function readUnreadCount(db: Db, userId: string): Promise<{ unread: number }> {
  return { unread: await countUnread(db, userId) };
}

/** Marks a person's notifications as read. An unknown `up_to`, or that of another person, changes nothing. */
export function markNotificationsRead(db: Db, userId: string, request: ReadNotificationsRequest): Promise<void> {
  return markRead(db, userId, request.up_to);
}

/** Which notifications a person wants, one entry per kind. */
export async function readSettings(db: Db, userId: string): Promise<NotificationSetting[]> {
  return presentSettings(await listSettings(db, userId));
}

/**
 * Turns one kind of notifications on or off. Existing ones disappear from or return to the list immediately. They are
 * marked as read, so that turning a kind on does not show old ones as new.
 */
export async function changeSetting(
  db: Kysely<Database>,
  userId: string,
  { kind, ...change }: NotificationSettingRequest,
): Promise<NotificationSetting[]> {
  return db.transaction().execute(async (tx) => {
    await upsertSetting(tx, userId, kind, change);
    if (change.in_app !== undefined) await markKindRead(tx, userId, kind);
    return readSettings(tx, userId);
  });
}

/** Whether a person wants mails of this kind. */
export async function wantsMail(db: Db, userId: string, kind: MailKind): Promise<boolean> {
  const setting = await findSetting(db, userId, kind);
  return setting?.mail ?? true;
}
