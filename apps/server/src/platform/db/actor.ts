import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Sets who makes the changes of this transaction, for the site owners' audit log (migration 0033).
 * @param actorId null for the operator, who has no account
 */
export async function actAs(tx: Tx, actorId: string | null): Promise<void> {
  await sql`select set_config('kinreel.actor', ${actorId ?? ''}, true)`.execute(tx);
}
