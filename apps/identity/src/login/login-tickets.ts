import type { Tx } from '../database.ts';
import type { Deps } from '../deps.ts';
import { hashOf, newSecret } from '../secrets.ts';

/** Lifetime of a ticket, between the password check and the call of authorize, in seconds. */
export const TICKET_LIFETIME_SECONDS = 60;

/**
 * Creates a ticket that logs this browser in once. It is useless without `binding`, which the browser stores in a cookie
 * that scripts cannot read. So a ticket leaked from an address bar or a log is worthless.
 * @param user the person whose password was verified, and the hash it was verified with
 * @returns null if the password was changed in the meantime
 */
export async function createLoginTicket(
  { db, now }: Deps,
  user: { id: string; passwordHash: string },
): Promise<{ ticket: string; binding: string } | null> {
  const ticket = newSecret();
  const binding = newSecret();
  return db.transaction().execute(async (tx) => {
    // Makes a concurrent password reset wait until the ticket exists, so that the reset deletes it.
    const unchanged = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', user.id)
      .where('password_hash', '=', user.passwordHash)
      .forShare()
      .executeTakeFirst();
    if (!unchanged) return null;
    await tx
      .insertInto('login_tickets')
      .values({
        ticket_hash: hashOf(ticket),
        binding_hash: hashOf(binding),
        user_id: user.id,
        expires_at: new Date(now().getTime() + TICKET_LIFETIME_SECONDS * 1000),
      })
      .execute();
    return { ticket, binding };
  });
}

/**
 * Redeems a ticket. @returns the user's id; null if the ticket is unknown, used, expired or of another browser
 * @param tx the transaction that also starts the session, so that a password reset happens before both or after both
 */
export async function redeemLoginTicket(
  tx: Tx,
  now: Date,
  ticket: string,
  binding: string | null,
): Promise<string | null> {
  if (!binding) return null;
  await tx
    .selectFrom('users')
    .innerJoin('login_tickets', 'login_tickets.user_id', 'users.id')
    .select('users.id')
    .where('ticket_hash', '=', hashOf(ticket))
    .forShare('users')
    .execute();
  const row = await tx
    .deleteFrom('login_tickets')
    .where('ticket_hash', '=', hashOf(ticket))
    .where('binding_hash', '=', hashOf(binding))
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}
