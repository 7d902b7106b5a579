import { sql } from 'kysely';
import type { Tx } from '../database.ts';
import type { Deps } from '../deps.ts';
import { hashOf, newSecret } from '../secrets.ts';

/** Lifetime of a ticket, between the password check and the call of authorize, in seconds. */
export const TICKET_LIFETIME_SECONDS = 60;

/**
 * Creates a ticket that logs this browser in once. It needs `binding`, which the browser stores in a cookie hidden from
 * scripts, so a ticket leaked from a URL or a log is worthless.
 * @param user the person whose password was verified, and the hash it was verified with
 * @returns null if the password was changed in the meantime
 */
export async function createLoginTicket(
  { db, now }: Deps,
  user: { id: string; passwordHash: string },
): Promise<{ ticket: string; binding: string } | null> {
  const ticket = newSecret();
  const binding = newSecret();
  const expiresAt = new Date(now().getTime() + TICKET_LIFETIME_SECONDS * 1000);
  const created = await db
    .insertInto('login_tickets')
    .columns(['ticket_hash', 'binding_hash', 'user_id', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          sql<string>`${hashOf(ticket)}`.as('ticket_hash'),
          sql<string>`${hashOf(binding)}`.as('binding_hash'),
          'id',
          sql<Date>`${expiresAt}::timestamptz`.as('expires_at'),
        ])
        .where('id', '=', user.id)
        .where('password_hash', '=', user.passwordHash)
        // Makes a concurrent password reset wait until the ticket exists, so that the reset deletes it.
        .forShare(),
    )
    // Asynchronous commit: if PostgreSQL crashes at this moment, the person has to enter the password again.
    .returning(['user_id', sql`set_config('synchronous_commit', 'off', true)`.as('commit')])
    .executeTakeFirst();
  return created ? { ticket, binding } : null;
}

/** The account that redeemed a ticket. */
export interface Redeemer {
  id: string;
  epoch: number;
  passwordHash: string;
}

/**
 * Redeems a ticket. @returns its account; null if the ticket is unknown, used, expired or of another browser
 * @param tx the transaction that also starts the session, so that a password reset happens before both or after both
 */
export async function redeemLoginTicket(
  tx: Tx,
  now: Date,
  ticket: string,
  binding: string | null,
): Promise<Redeemer | null> {
  if (!binding) return null;
  const redeemer = await tx
    // The row of the user is locked before the ticket is deleted, the same order as in a password reset.
    .with('owner', (db) =>
      db
        .selectFrom('users')
        .innerJoin('login_tickets', 'login_tickets.user_id', 'users.id')
        .select(['users.id', 'users.epoch', 'users.password_hash as passwordHash'])
        .where('ticket_hash', '=', hashOf(ticket))
        .forShare('users'),
    )
    .deleteFrom('login_tickets')
    .using('owner')
    .whereRef('login_tickets.user_id', '=', 'owner.id')
    .where('ticket_hash', '=', hashOf(ticket))
    .where('binding_hash', '=', hashOf(binding))
    .where('expires_at', '>', now)
    .returning(['owner.id', 'owner.epoch', 'owner.passwordHash'])
    .executeTakeFirst();
  return redeemer ?? null;
}
