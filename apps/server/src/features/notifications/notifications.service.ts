import {
  isMailKind,
  MAIL_DEFAULTS,
  type MailKind,
  type MailPace,
  type MailTopic,
  type Notification,
  type NotificationSetting,
  type NotificationSettingRequest,
  type PageQuery,
  type ReadNotificationsRequest,
} from '@kinreel/contracts';
import type { Kysely } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { decodeTimeCursor, type Page, toPage } from '../../platform/http/paging.ts';
import { newId } from '../../platform/ids.ts';
import {
  type Due,
  type GatheredRow,
  gather,
  isGatheredAtOnce,
  keepFromDigests,
  listDuePeople,
  listGathered,
} from './gathering.queries.ts';
import { sendPushJob } from './notifications.job-definition.ts';
import { presentNotification, presentSettings } from './notifications.presenter.ts';
import {
  countUnread,
  deleteAbout,
  deleteOld,
  findSetting,
  findUnread,
  listNotifications,
  listPushes,
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
  | { userId: string; kind: 'week-question' }
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
 * subject; repeating the same one has no effect. New ones are also sent to the devices that the person has chosen.
 */
export async function notify(
  deps: Pick<Deps, 'jobs'>,
  db: Db,
  ...notifications: readonly NotificationInput[]
): Promise<void> {
  for (let first = 0; first < notifications.length; first += BATCH) {
    await notifySome(deps, db, notifications.slice(first, first + BATCH));
  }
}

async function notifySome(
  { jobs }: Pick<Deps, 'jobs'>,
  db: Db,
  notifications: readonly NotificationInput[],
): Promise<void> {
  const added = await upsertNotifications(
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
  for (const push of await listPushes(db, added)) await jobs.enqueue(db, sendPushJob, push);
  await trimNotifications(db, [...new Set(notifications.map(({ userId }) => userId))]);
}

/**
 * Removes a person's obsolete notification about a video, connection, archive, stewardship or question; about their
 * question of the week with their own id.
 */
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

/** A notification as the person would read it now; null if they have read it, or may no longer see it. */
export async function readUnread(db: Db, userId: string, id: string): Promise<Notification | null> {
  const row = await findUnread(db, userId, id);
  return row ? presentNotification(row) : null;
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
 * Changes the settings of one kind of notifications. Existing ones disappear from or return to the list immediately.
 * They are marked as read, so that turning a kind on does not show old ones as new. Those that a mail at once was
 * about, or none should be about, are in no later digest.
 */
export async function changeSetting(
  db: Kysely<Database>,
  userId: string,
  { kind, ...change }: NotificationSettingRequest,
): Promise<NotificationSetting[]> {
  return db.transaction().execute(async (tx) => {
    if (change.mail && isMailKind(kind) && !(await isGathered(tx, userId, kind)))
      await keepFromDigests(tx, userId, kind);
    await upsertSetting(tx, userId, kind, change);
    if (change.in_app !== undefined) await markKindRead(tx, userId, kind);
    return readSettings(tx, userId);
  });
}

/** When a person wants mails of this kind. */
export async function mailPaceOf(db: Db, userId: string, kind: MailKind): Promise<MailPace> {
  const setting = await findSetting(db, userId, kind);
  return setting?.mail ?? MAIL_DEFAULTS[kind];
}

/** Turns off the mails of one kind, or the digest: all kinds that are gathered in it. */
export async function turnMailsOff(db: Kysely<Database>, userId: string, topic: MailTopic): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const kind of Object.keys(MAIL_DEFAULTS) as MailKind[]) {
      const isMeant = topic === 'digest' ? await isGathered(tx, userId, kind) : kind === topic;
      if (isMeant) await upsertSetting(tx, userId, kind, { mail: 'never' });
    }
  });
}

/** Whether the digest gathers this kind for a person: daily, weekly, or at once if no other mail is about it. */
async function isGathered(db: Db, userId: string, kind: MailKind): Promise<boolean> {
  const pace = await mailPaceOf(db, userId, kind);
  return pace === 'daily' || pace === 'weekly' || (pace === 'at-once' && isGatheredAtOnce(kind));
}

/** The people for whom a digest is due. */
export function listPeopleWithNews(db: Db, due: Due): Promise<string[]> {
  return listDuePeople(db, due);
}

/** Puts what is due for a person into a digest. @returns whether there was anything */
export function gatherNews(tx: Tx, userId: string, digestId: string, due: Due): Promise<boolean> {
  return gather(tx, userId, digestId, due);
}

/** What a digest contains now, newest first: unread, wanted by mail, and visible to the person. */
export function readGathered(db: Db, userId: string, digestId: string, limit: number): Promise<GatheredRow[]> {
  return listGathered(db, userId, digestId, limit);
}

export type { Due, GatheredRow };
