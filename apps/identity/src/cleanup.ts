import type { Db } from './database.ts';
import { ABSOLUTE, before, IDLE } from './sessions/sessions.ts';

/** Deletes rows that have expired. They are worth nothing already; this only keeps the tables small. */
export async function deleteExpired(db: Db, at: Date): Promise<void> {
  for (const table of ['login_tickets', 'authorization_codes', 'reset_tokens'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', at).execute();
  }
  await db
    .deleteFrom('sessions')
    .where((row) => row.or([row('seen_at', '<=', before(at, IDLE)), row('created_at', '<=', before(at, ABSOLUTE))]))
    .execute();
  await db.deleteFrom('rate_limits').where('expire', '<=', String(at.getTime())).execute();
}
