import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/**
 * Condition: one of the two people has blocked the other; then neither is visible to the other
 * (docs/decisions/0021-blocking.md). Every query in which one person sees data of another must contain it, directly or
 * by visibility.policy.ts.
 * @param one, other columns, or values as uuid
 */
export function isBlocked(one: RawBuilder<string>, other: RawBuilder<string>): RawBuilder<boolean> {
  return sql`(
    exists (select 1 from blocks where blocker_id = ${one} and blocked_id = ${other})
    or exists (select 1 from blocks where blocker_id = ${other} and blocked_id = ${one}))`;
}

/**
 * Condition: the account of this person will be deleted. They are visible to nobody until the deletion is cancelled.
 */
export function isLeaving(person: RawBuilder<string>): RawBuilder<boolean> {
  return sql`exists (select 1 from users leaving where leaving.id = ${person} and leaving.delete_at is not null)`;
}

/** Condition: the two are not visible to each other, because of a block, or because one of them is leaving. */
export function isMutuallyHidden(one: RawBuilder<string>, other: RawBuilder<string>): RawBuilder<boolean> {
  return sql`(${isBlocked(one, other)} or ${isLeaving(one)} or ${isLeaving(other)})`;
}

/**
 * isMutuallyHidden() for one person and many others. Blocks of the one are read once instead of per row.
 * @param one a value, not a column
 */
export function isMutuallyHiddenFromOne(one: RawBuilder<string>, other: RawBuilder<string>): RawBuilder<boolean> {
  return sql`(${isLeaving(one)} or ${isLeaving(other)} or ${other} in (
    select blocked_id from blocks where blocker_id = ${one}
    union all select blocker_id from blocks where blocked_id = ${one}))`;
}

/** Condition: the person in this column is visible to the viewer. */
export function isReachable(column: string, viewerId: string | RawBuilder<string>): RawBuilder<boolean> {
  return sql`not ${isMutuallyHidden(sql.ref(column), sql`${viewerId}::uuid`)}`;
}

/** Whether the two are not visible to each other. */
export async function areMutuallyHidden(db: Db, oneId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql<{ hidden: boolean }>`
    select ${isMutuallyHidden(sql`${oneId}::uuid`, sql`${otherId}::uuid`)} as hidden`.execute(db);
  return rows[0]?.hidden ?? false;
}

/**
 * Locks a pair of people until the transaction ends: no other transaction can add a block or a row between them. Call
 * it before inserting a row between two people, then check for a block.
 */
export async function lockPair(tx: Tx, oneId: string, otherId: string): Promise<void> {
  const pair = [oneId, otherId].sort().join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pair ${pair}`}, 0))`.execute(tx);
}
