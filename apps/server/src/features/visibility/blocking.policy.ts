import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/**
 * Condition: one of the two people has blocked the other. Then neither exists for the other (docs/decisions/0021-blocking.md).
 * Every query in which one person sees something of another has it, directly or by visibility.policy.ts.
 * @param one, other columns, or values as uuid
 */
export function isBlocked(one: RawBuilder<string>, other: RawBuilder<string>): RawBuilder<boolean> {
  return sql`(
    exists (select 1 from blocks where blocker_id = ${one} and blocked_id = ${other})
    or exists (select 1 from blocks where blocker_id = ${other} and blocked_id = ${one}))`;
}

/** Condition: the person of this column is not blocked for the viewer, nor the viewer for them. */
export function isReachable(column: string, viewerId: string): RawBuilder<boolean> {
  return sql`not ${isBlocked(sql.ref(column), sql`${viewerId}::uuid`)}`;
}

/** Whether one of the two has blocked the other. */
export async function areBlocked(db: Db, oneId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql<{ blocked: boolean }>`
    select ${isBlocked(sql`${oneId}::uuid`, sql`${otherId}::uuid`)} as blocked`.execute(db);
  return rows[0]?.blocked ?? false;
}

/**
 * Until the transaction ends, nobody else blocks one of the two for the other, or begins something between them. Whoever
 * creates a row between two people takes it first and then looks for a block: so none of both is missed.
 */
export async function lockPair(tx: Tx, oneId: string, otherId: string): Promise<void> {
  const pair = [oneId, otherId].sort().join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pair ${pair}`}, 0))`.execute(tx);
}
