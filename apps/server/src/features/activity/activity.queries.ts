import { ACTIVITY_DAYS } from '@kinreel/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { isLeaving, isMutuallyHidden } from '../visibility/blocking.policy.ts';

/** The last entry of the previous page; null for the first page. */
export type After = { at: string; id: string } | null;

/** An entry with the other person's name; the presenter's input. */
export type ActivityRow = Awaited<ReturnType<typeof listOwn>>[number] &
  Partial<Pick<Awaited<ReturnType<typeof listOfSite>>[number], 'by_first_name' | 'by_last_name'>>;

const CHANGE = ['activity.id', 'activity.at', 'activity.kind', 'activity.detail', 'prompts.prompt'] as const;
const NAME = ['users.first_name', 'users.last_name'] as const;

/** Condition: the other person is visible to the one whom the entry concerns, or is on their list of blocked people. */
const isNamed: RawBuilder<boolean> = sql`(
  not ${isMutuallyHidden(sql`activity.user_id`, sql`users.id`)}
  or (not ${isLeaving(sql`users.id`)}
    and exists (select 1 from blocks where blocker_id = activity.user_id and blocked_id = users.id)))`;

/** Entries that concern a person, newest first; all if there is no limit. */
export function listOwn(db: Db, userId: string, after: After, limit: number | null) {
  return selectChanges(db, after, limit)
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'activity.other_id').on('activity.for_site_owners', '=', false).on(isNamed),
    )
    .select([...CHANGE, ...NAME])
    .where('activity.user_id', '=', userId)
    .execute();
}

/** Changes of accounts and registration, newest first, with the names of the account's person and of who acted. */
export function listOfSite(db: Db, after: After, limit: number) {
  return selectChanges(db, after, limit)
    .leftJoin('users', 'users.id', 'activity.user_id')
    .leftJoin('users as actors', 'actors.id', 'activity.other_id')
    .select([...CHANGE, ...NAME, 'actors.first_name as by_first_name', 'actors.last_name as by_last_name'])
    .where('activity.for_site_owners', '=', true)
    .execute();
}

function selectChanges(db: Db, after: After, limit: number | null) {
  return db
    .selectFrom('activity')
    .leftJoin('prompts', 'prompts.id', 'activity.prompt_id')
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(activity.at, activity.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('activity.at', 'desc')
    .orderBy('activity.id', 'desc')
    .$if(limit !== null, (query) => query.limit(limit ?? 0));
}

/** The account of a person at the identity provider. */
export async function findSubject(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('subject').where('id', '=', userId).executeTakeFirst();
  return row?.subject ?? null;
}

/** Deletes entries older than ACTIVITY_DAYS. */
export async function deleteOld(db: Db): Promise<void> {
  await db
    .deleteFrom('activity')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${sql.lit(ACTIVITY_DAYS)})`)
    .execute();
}
