import { MAX_UNANSWERED_IN_A_ROW, type PaceRequest } from '@kinreel/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { PERSON_COLUMNS } from '../profile/profile.table.ts';
import { isLookedAfter, isWaiting, weekQuestionWaits } from '../visibility/question.policy.ts';

const PROMPT_COLUMNS = ['prompts.id as prompt_id', 'prompts.prompt', 'prompts.category'] as const;

/**
 * The first instant after `now` with this weekday and hour in the time zone. If a change to daylight saving time skips
 * the hour, the next hour.
 */
function nextInstant(now: Date): RawBuilder<Date> {
  const local = sql`(${now}::timestamptz at time zone time_zone)`;
  const days = sql`((weekday - extract(dow from ${local})::integer + 7) % 7)`;
  const inDays = (more: number) =>
    sql`((date_trunc('day', ${local}) + make_interval(days => ${days} + ${sql.lit(more)}, hours => hour)) at time zone time_zone)`;
  return sql`(case when ${inDays(0)} > ${now}::timestamptz then ${inDays(0)} else ${inDays(7)} end)`;
}

/** Condition on `paces`: since the last question came, the person has answered one or put one away. */
const hasReacted = sql<boolean>`(
  exists (select from videos v where v.owner_id = paces.user_id and v.created_at >= paces.sent_at)
  or exists (select from questions q where q.person_id = paces.user_id and q.put_away_at >= paces.sent_at))`;

const rests = sql<boolean>`(unanswered >= ${sql.lit(MAX_UNANSWERED_IN_A_ROW)} and not ${hasReacted})`;

/** What a person has chosen, and the question of the week that waits for them. */
export function findPace(db: Db, userId: string) {
  return db
    .selectFrom('paces')
    .leftJoin('prompts', (join) =>
      join.onRef('prompts.id', '=', 'paces.prompt_id').on(weekQuestionWaits(sql.ref('paces.user_id'))),
    )
    .select(['weekday', 'hour', 'time_zone', 'themes', 'next_at', rests.as('rests')])
    .select(PROMPT_COLUMNS)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** The oldest question that waits for a person and has not come as a question of the week. */
export function findNextAsked(db: Db, userId: string) {
  return db
    .selectFrom('questions as q')
    .innerJoin('paces', 'paces.user_id', 'q.person_id')
    .innerJoin('prompts', 'prompts.id', 'q.prompt_id')
    .innerJoin('users', 'users.id', 'q.asker_id')
    .select(PERSON_COLUMNS)
    .select([...PROMPT_COLUMNS, 'q.id as question_id'])
    .where('q.person_id', '=', userId)
    .where(isWaiting)
    .where(sql<boolean>`q.prompt_id <> all(paces.had)`)
    .orderBy('q.asked_at')
    .orderBy('q.id')
    .limit(1)
    .executeTakeFirst();
}

/**
 * The next prompt of a person's themes that has not come, and that they have neither answered nor put away. The themes
 * take turns.
 */
export async function findNextPrompt(db: Db, userId: string) {
  const { rows } = await sql<{ prompt_id: number; prompt: string; category: string; question_id: null }>`
    select listed.id as prompt_id, listed.prompt, listed.category, null as question_id
    from paces join lateral (
      select id, prompt, category, position, row_number() over (partition by category order by position, id) as turn
      from prompts where listed and not hidden and (paces.themes = '{}' or category = any(paces.themes))
    ) listed on listed.id <> all(paces.had)
    where paces.user_id = ${userId}
      and not exists (select from videos v where v.owner_id = paces.user_id and v.prompt_id = listed.id)
      and not exists (select from questions q
        where q.person_id = paces.user_id and q.prompt_id = listed.id and q.put_away_at is not null)
    order by listed.turn, listed.position, listed.id
    limit 1`.execute(db);
  return rows[0];
}

/** Whether PostgreSQL can compute with this time zone. */
export async function isTimeZone(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(db);
  return rows.length > 0;
}

/** Turns the pace on, or changes it. It no longer rests. */
export async function upsertPace(tx: Tx, userId: string, choice: PaceRequest, now: Date): Promise<void> {
  const values = { ...choice, unanswered: 0 };
  await tx
    .insertInto('paces')
    .values({ user_id: userId, next_at: null, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  await advance(tx, userId, now);
}

/** The next question comes at the first chosen time after `now`. */
export async function advance(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('paces')
    .set({ next_at: nextInstant(now) })
    .where('user_id', '=', userId)
    .execute();
}

/** Turns the pace off. What has come is remembered, so that it does not come again. */
export async function turnOff(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('paces').set({ next_at: null, prompt_id: null }).where('user_id', '=', userId).execute();
}

/** @returns whether a question of the week waits for this person */
export async function putAway(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .updateTable('paces')
    .set({ prompt_id: null, unanswered: 0 })
    .where('user_id', '=', userId)
    .where(weekQuestionWaits(sql.ref('paces.user_id')))
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The people whose next question is due, the longest due first. */
export async function listDue(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('paces')
    .select('user_id')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Locks a pace of listDue() until the transaction ends.
 * @returns whether a question may come, and whether the person has reacted to the last one; undefined if another worker
 *   has sent it
 */
export function lockDue(tx: Tx, userId: string, now: Date) {
  return tx
    .selectFrom('paces')
    .innerJoin('users', 'users.id', 'paces.user_id')
    .select([
      sql<boolean>`(users.disabled_at is null and users.delete_at is null
        and not ${isLookedAfter(sql.ref('users.id'))} and not ${rests})`.as('may_come'),
      hasReacted.as('has_reacted'),
    ])
    .where('paces.user_id', '=', userId)
    .where('paces.next_at', '<=', now)
    .forUpdate('paces')
    .executeTakeFirst();
}

/** Remembers that this prompt has come. */
export async function setSent(
  tx: Tx,
  userId: string,
  { promptId, hasReacted: reacted, now }: { promptId: number; hasReacted: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('paces')
    .set({
      prompt_id: promptId,
      sent_at: now,
      had: sql<number[]>`array_append(had, ${promptId}::integer)`,
      unanswered: reacted ? 1 : sql<number>`unanswered + 1`,
    })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * The question of the week for its mail: the prompt if it waits, or the question of a person with this prompt that
 * waits.
 */
export function findWeekMail(db: Db, userId: string, promptId: number) {
  return db
    .selectFrom('paces')
    .innerJoin('prompts', 'prompts.id', 'paces.prompt_id')
    .leftJoin('questions as q', (join) =>
      join.onRef('q.person_id', '=', 'paces.user_id').onRef('q.prompt_id', '=', 'paces.prompt_id').on(isWaiting),
    )
    .select(['prompts.prompt', 'q.id as question_id', weekQuestionWaits(sql.ref('paces.user_id')).as('waits')])
    .where('paces.user_id', '=', userId)
    .where('paces.prompt_id', '=', promptId)
    .where('paces.next_at', 'is not', null)
    .orderBy('q.asked_at')
    .limit(1)
    .executeTakeFirst();
}
