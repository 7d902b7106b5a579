import { MAX_NOTIFICATIONS, type MailPace, NOTIFICATION_DAYS, type NotificationKind } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { cursorTimestamp } from '../../platform/http/paging.ts';
import { PERSON_COLUMNS } from '../profile/profile.table.ts';
import { isReachable } from '../visibility/blocking.policy.ts';
import { isWaiting, weekQuestionWaits } from '../visibility/question.policy.ts';
import { visibleTo } from '../visibility/visibility.policy.ts';

/** A row to insert. Its kind determines which nullable columns are set. */
export interface NewNotification {
  id: string;
  user_id: string;
  kind: NotificationKind;
  actor_id: string | null;
  video_id: string | null;
  connection_id: string | null;
  archive_id: string | null;
  steward_row_id: string | null;
  question_id: string | null;
  gone_video_id: string | null;
  gone_prompt_id: number | null;
  note_id: string | null;
  heart_id: string | null;
}

/**
 * Inserts notifications. A new kind replaces the earlier notification about the same subject; the same kind has no
 * effect.
 * @returns the ids of those that were added
 */
export async function upsertNotifications(db: Db, rows: readonly NewNotification[]): Promise<string[]> {
  const added = await db
    .insertInto('notifications')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .constraint('notifications_about')
        .doUpdateSet((eb) => ({
          id: eb.ref('excluded.id'),
          kind: eb.ref('excluded.kind'),
          actor_id: eb.ref('excluded.actor_id'),
          created_at: sql<Date>`now()`,
          read_at: null,
          digest_id: null,
        }))
        .whereRef('notifications.kind', '<>', 'excluded.kind'),
    )
    .returning('id')
    .execute();
  return added.map(({ id }) => id);
}

/** The devices to which each of these notifications is sent. The text of each message is written when it is sent. */
export function listPushes(db: Db, notificationIds: readonly string[]) {
  return db
    .selectFrom('notifications as n')
    .innerJoin('push_subscriptions as p', 'p.user_id', 'n.user_id')
    .select(['n.id as notificationId', 'p.id as subscriptionId'])
    .where('n.id', '=', sql<string>`any(${sql.val([...notificationIds])}::uuid[])`)
    .execute();
}

/**
 * Deletes the oldest notifications above the limit per person. Skips rows that another transaction is deleting. Each
 * step returns an array, so that it is evaluated once: a generic plan made for few rows would otherwise evaluate it for
 * each row of the next step.
 * @param userIds each person once, because all their notifications are sorted per entry
 */
export async function trimNotifications(db: Db, userIds: readonly string[]): Promise<void> {
  await sql`
    delete from notifications where id = any(array(
      select id from notifications where id = any(array(
        select surplus.id
        from unnest(${userIds}::uuid[]) as person (id), lateral (
          select n.id from notifications n where n.user_id = person.id
          order by n.created_at desc, n.id desc offset ${sql.lit(MAX_NOTIFICATIONS)}
        ) surplus
      )) for update skip locked
    ))`.execute(db);
}

/** Deletes expired notifications. */
export async function deleteOld(db: Db): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${sql.lit(NOTIFICATION_DAYS)})`)
    .execute();
}

/** Deletes a person's notification about a video, connection or archive. */
export async function deleteAbout(db: Db, userId: string, aboutId: string): Promise<void> {
  await db.deleteFrom('notifications').where('user_id', '=', userId).where('about_id', '=', aboutId).execute();
}

/** A person's notifications, without those about videos or by people that are currently not visible to them. */
export function visibleNotifications(db: Db, userId: string) {
  return db
    .selectFrom('notifications as n')
    .leftJoinLateral(
      // The limit forces an index look-up per notification; otherwise PostgreSQL would read all videos first.
      (eb) => eb.selectFrom('videos').selectAll().whereRef('videos.id', '=', 'n.video_id').limit(sql.lit(1)).as('v'),
      (join) => join.onTrue(),
    )
    .where('n.user_id', '=', userId)
    .where((eb) => eb.or([eb('n.video_id', 'is', null), visibleTo(userId)]))
    .where((eb) => eb.or([eb('n.actor_id', 'is', null), isReachable('n.actor_id', userId)]))
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('n.question_id', 'is', null),
        exists(selectFrom('questions as q').select('q.id').whereRef('q.id', '=', 'n.question_id').where(isWaiting)),
      ]),
    )
    .where((eb) => eb.or([eb('n.pace_id', 'is', null), weekQuestionWaits(sql.ref('n.pace_id'))]));
}

/** visibleNotifications() of the kinds that the person has in their list. */
function listedNotifications(db: Db, userId: string) {
  return visibleNotifications(db, userId).where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('notification_settings as s')
          .select('s.kind')
          .where('s.user_id', '=', userId)
          .whereRef('s.kind', '=', 'n.kind')
          .where('s.in_app', '=', false),
      ),
    ),
  );
}

/** A person's notifications with what they say. A steward's archive is about the owner of its videos. */
function presentableNotifications(db: Db, userId: string) {
  return listedNotifications(db, userId)
    .leftJoin('prompts', 'prompts.id', 'v.prompt_id')
    .leftJoin('questions as asked', 'asked.id', 'n.question_id')
    .leftJoin('prompts as gone', 'gone.id', 'n.gone_prompt_id')
    .leftJoin('paces', 'paces.user_id', 'n.pace_id')
    .leftJoin('prompts as question', (join) =>
      join.on('question.id', '=', sql<number>`coalesce(asked.prompt_id, paces.prompt_id)`),
    )
    .leftJoin('shares', (join) =>
      join
        .on('n.kind', '=', 'video-shared')
        .onRef('shares.video_id', '=', 'n.video_id')
        .onRef('shares.recipient_id', '=', 'n.user_id'),
    )
    .leftJoin('notes', 'notes.id', 'n.note_id')
    .leftJoin('connections', 'connections.id', 'n.connection_id')
    .leftJoin('archives', 'archives.id', 'n.archive_id')
    .leftJoin('stewards as st', 'st.id', 'archives.steward_row_id')
    .leftJoin('users', (join) => join.on('users.id', '=', sql<string>`coalesce(n.actor_id, st.owner_id)`))
    .select(PERSON_COLUMNS)
    .select([
      'n.id as notification_id',
      'n.kind',
      'n.created_at',
      'n.read_at',
      'n.video_id',
      'n.connection_id',
      'n.note_id',
      'v.owner_id',
      'v.notes',
      'prompts.prompt',
      'gone.prompt as gone_prompt',
      'question.prompt as question',
      'shares.message',
      'notes.text as note_text',
      'connections.relationship',
      'connections.asked_relationship',
      'connections.status as connection_status',
      cursorTimestamp('n.created_at').as('cursor_at'),
    ]);
}

/** An unread notification that the person has in their list. */
export function findUnread(db: Db, userId: string, id: string) {
  return presentableNotifications(db, userId).where('n.id', '=', id).where('n.read_at', 'is', null).executeTakeFirst();
}

/** A page of a person's notifications, newest first. */
export function listNotifications(db: Db, userId: string, after: { at: string; id: string } | null, limit: number) {
  return presentableNotifications(db, userId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(n.created_at, n.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute();
}

/** Counts at most the limit of notifications per person. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const unread = listedNotifications(db, userId).where('n.read_at', 'is', null).select('n.id');
  const { unread: count } = await db
    .selectFrom(unread.limit(MAX_NOTIFICATIONS).as('unread'))
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Marks a person's notifications as read, up to and including `upTo`, or all. */
export async function markRead(db: Db, userId: string, upTo: string | undefined): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(upTo !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) <= (select n.created_at, n.id from notifications n where n.id = ${upTo} and n.user_id = ${userId})`,
      ),
    )
    .execute();
}

/** The settings that a person has changed. */
export function listSettings(db: Db, userId: string) {
  return db
    .selectFrom('notification_settings')
    .select(['kind', 'in_app', 'mail'])
    .where('user_id', '=', userId)
    .execute();
}

/** Changes a setting. Undefined values stay unchanged, or as they are by default. */
export async function upsertSetting(
  db: Db,
  userId: string,
  kind: NotificationKind,
  change: { in_app?: boolean | undefined; mail?: MailPace | undefined },
): Promise<void> {
  await db
    .insertInto('notification_settings')
    .values({ user_id: userId, kind, in_app: change.in_app ?? true, mail: change.mail ?? null })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet((eb) => ({
        in_app: change.in_app ?? eb.ref('notification_settings.in_app'),
        mail: change.mail ?? eb.ref('notification_settings.mail'),
      })),
    )
    .execute();
}

/** Marks all notifications of one kind as read. */
export async function markKindRead(db: Db, userId: string, kind: NotificationKind): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('read_at', 'is', null)
    .execute();
}

/** The setting of one kind, if the person has changed it. */
export function findSetting(db: Db, userId: string, kind: NotificationKind) {
  return db
    .selectFrom('notification_settings')
    .select(['in_app', 'mail'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}
