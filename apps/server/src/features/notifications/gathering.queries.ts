import { MAIL_DEFAULTS, type MailKind, type MailPace } from '@kinreel/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { PERSON_COLUMNS } from '../profile/profile.table.ts';
import { visibleNotifications } from './notifications.queries.ts';

/** A gathered notification; the input of the digest's mail. */
export type GatheredRow = Awaited<ReturnType<typeof listGathered>>[number];

/** Which notifications a digest gathers: those of each pace until a time. */
export type Due = readonly { pace: Exclude<MailPace, 'never'>; before: Date }[];

/** Older notifications are not gathered: a week, and a day in which no job ran. */
const OLDEST = sql`interval '8 days'`;

/** Kinds without a mail of their own. If they are wanted at once, a digest of them is made within minutes. */
const GATHERED_AT_ONCE: readonly MailKind[] = ['note', 'heart'];

export function isGatheredAtOnce(kind: MailKind): boolean {
  return GATHERED_AT_ONCE.includes(kind);
}

/** The kind whose setting decides about `notifications as n`: a video that opens is a shared one, or an answer. */
const settingKind: RawBuilder<string> = sql`(case
  when n.kind <> 'video-opened' then n.kind
  when exists (select from questions q where q.video_id = n.video_id and q.asker_id = n.user_id) then 'question-answered'
  else 'video-shared' end)`;

/** When the person wants mails about `notifications as n`; null if there are none. */
const pace: RawBuilder<MailPace | null> = sql`coalesce(
  (select s.mail from notification_settings s where s.user_id = n.user_id and s.kind = ${settingKind}),
  case ${settingKind} ${sql.join(
    Object.entries(MAIL_DEFAULTS).map(([kind, its]) => sql`when ${sql.lit(kind)} then ${sql.lit(its)}`),
    sql` `,
  )} end)`;

/** Condition on `notifications as n`: unread, not gathered yet, and due. */
function isDue(due: Due): RawBuilder<boolean> {
  const latest = new Date(Math.max(...due.map(({ before }) => before.getTime())));
  const paces = due.map(({ pace: its, before }) =>
    its === 'at-once'
      ? sql`(n.kind = any(${sql.val([...GATHERED_AT_ONCE])}::text[]) and ${pace} = ${its} and n.created_at < ${before})`
      : sql`(${pace} = ${its} and n.created_at < ${before})`,
  );
  return sql`(n.digest_id is null and n.read_at is null
    and n.created_at > ${latest}::timestamptz - ${OLDEST} and n.created_at < ${latest}
    and (${sql.join(paces, sql` or `)}))`;
}

/** The people for whom a digest is due. */
export async function listDuePeople(db: Db, due: Due): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications as n')
    .select('n.user_id')
    .distinct()
    .where(isDue(due))
    // At once is for those who have chosen it.
    .$if(
      due.every((one) => one.pace === 'at-once'),
      (query) =>
        query.where('n.user_id', 'in', (eb) =>
          eb
            .selectFrom('notification_settings as chosen')
            .select('chosen.user_id')
            .where('chosen.mail', '=', 'at-once')
            .where('chosen.kind', 'in', GATHERED_AT_ONCE),
        ),
    )
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Puts what is due for a person into a digest, visible to them or not. @returns whether there was anything */
export async function gather(tx: Tx, userId: string, digestId: string, due: Due): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications as n')
    .set({ digest_id: digestId })
    .where('n.user_id', '=', userId)
    .where(isDue(due))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts a person's notifications of one kind into no digest. */
export async function keepFromDigests(db: Db, userId: string, kind: MailKind): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ digest_id: newId() })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('digest_id', 'is', null)
    .execute();
}

/**
 * What a digest contains now, newest first: unread, wanted by mail, and visible to the person. Notes and hearts also
 * need that the owner of the video shows them to anybody.
 */
export function listGathered(db: Db, userId: string, digestId: string, limit: number) {
  return visibleNotifications(db, userId)
    .innerJoin('users', 'users.id', 'n.actor_id')
    .leftJoin('questions as asked', 'asked.id', 'n.question_id')
    .leftJoin('prompts', (join) => join.on('prompts.id', '=', sql<number>`coalesce(v.prompt_id, asked.prompt_id)`))
    .leftJoin('shares', (join) =>
      join
        .on('n.kind', '=', 'video-shared')
        .onRef('shares.video_id', '=', 'n.video_id')
        .onRef('shares.recipient_id', '=', 'n.user_id'),
    )
    .leftJoin('notes', 'notes.id', 'n.note_id')
    .leftJoin('connections', 'connections.id', 'n.connection_id')
    .select(PERSON_COLUMNS)
    .select(['n.kind', 'n.video_id', 'v.owner_id', 'prompts.prompt', 'shares.message', 'notes.text as note_text'])
    .select(
      sql<'family' | 'friend'>`coalesce(connections.asked_relationship, connections.relationship)`.as('relationship'),
    )
    .select('connections.status as connection_status')
    .where('n.digest_id', '=', digestId)
    .where('n.read_at', 'is', null)
    .where(sql<boolean>`${pace} <> 'never'`)
    .where((eb) => eb.or([eb('n.kind', 'not in', ['note', 'heart']), eb('v.notes_visibility', '<>', 'nobody')]))
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute();
}
