import type { Context } from '../context.ts';
import type { Db } from '../database.ts';
import { hashOf, newSecret } from '../secrets.ts';

/** Seconds between a right password and the navigation to authorize. */
export const TICKET_LIFETIME = 60;

/**
 * Makes a ticket that signs this browser in, once. It is worth nothing without `binding`, which the browser keeps in a
 * cookie that no script can read, so a ticket that leaks from an address bar or a log is of no use.
 * @param user whose password has just been found right, and the hash it was compared with
 * @returns undefined when the password was changed in the meantime
 */
export async function createLoginTicket(
  { db, now }: Context,
  user: { id: string; passwordHash: string },
): Promise<{ ticket: string; binding: string } | undefined> {
  const ticket = newSecret();
  const binding = newSecret();
  return db.transaction().execute(async (tx) => {
    // Holds a reset of the password back until the ticket is there for it to delete.
    const unchanged = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', user.id)
      .where('password_hash', '=', user.passwordHash)
      .forShare()
      .executeTakeFirst();
    if (!unchanged) return undefined;
    await tx
      .insertInto('login_tickets')
      .values({
        ticket_hash: hashOf(ticket),
        binding_hash: hashOf(binding),
        user_id: user.id,
        expires_at: new Date(now().getTime() + TICKET_LIFETIME * 1000),
      })
      .execute();
    return { ticket, binding };
  });
}

/**
 * Uses a ticket up. Undefined when it is unknown, used, expired or belongs to another browser.
 * @param tx the transaction that also starts the session: a reset of the password comes before both or after both
 */
export async function redeemLoginTicket(
  tx: Db,
  now: Date,
  ticket: string,
  binding: string | undefined,
): Promise<string | undefined> {
  if (!binding) return undefined;
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
  return row?.user_id;
}
