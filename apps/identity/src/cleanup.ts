import { deleteOldAddressChanges } from './account/address-change.service.ts';
import type { Db } from './database.ts';
import { deleteOldMails } from './mails/outbox.ts';
import { IDLE_SECONDS, MAX_SECONDS, secondsBefore } from './sessions/sessions.ts';
import { TOKEN_LIFETIME_SECONDS } from './tokens/tokens.ts';
import { LINK_MEMORY_DAYS } from './verification/verification.service.ts';

/** For how many days activity is stored, the same as in the API server. */
const ACTIVITY_DAYS = 365;

/** Deletes expired rows. They are invalid anyway; this keeps the tables small. */
export async function deleteExpired(db: Db, at: Date): Promise<void> {
  for (const table of ['login_tickets', 'reset_tokens'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', at).execute();
  }
  // A second use of a code must be detected as long as the token of the first one is valid.
  await db
    .deleteFrom('authorization_codes')
    .where('expires_at', '<=', secondsBefore(at, TOKEN_LIFETIME_SECONDS))
    .execute();
  await db
    .deleteFrom('verification_tokens')
    .where('expires_at', '<=', secondsBefore(at, LINK_MEMORY_DAYS * 24 * 60 * 60))
    .execute();
  await db
    .deleteFrom('sessions')
    .where((row) =>
      row.or([
        row('seen_at', '<=', secondsBefore(at, IDLE_SECONDS)),
        row('created_at', '<=', secondsBefore(at, MAX_SECONDS)),
      ]),
    )
    .execute();
  await db
    .deleteFrom('activity')
    .where('at', '<=', secondsBefore(at, ACTIVITY_DAYS * 24 * 60 * 60))
    .execute();
  await deleteOldAddressChanges(db, at);
  await deleteOldMails(db, at);
  await db.deleteFrom('rate_limits').where('expire', '<=', String(at.getTime())).execute();
}
