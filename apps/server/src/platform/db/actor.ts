import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Says who changes something in this transaction, for the activity that site owners read (migration 0033).
 * @param actorId null for the operator, who has no account
 */
export async function actAs(tx: Tx, actorId: string | null): Promise<void> {
  await sql`select set_config('kinreel.actor', ${actorId ?? ''}, true)`.execute(tx);
}
