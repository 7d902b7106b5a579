import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';

/**
 * Tables of the bundled identity service with data that its keys have signed or encrypted. They do not exist with a
 * hosted provider.
 */
const IDENTITY_TABLES = [
  'signing_keys',
  'sessions',
  'login_tickets',
  'authorization_codes',
  'reset_tokens',
  'verification_tokens',
];

/** Number of ended sessions, links and invitations. */
export interface Renewal {
  links: number;
  invitations: number;
}

/**
 * Deletes everything that was derived from the installation's secret, so that it can be replaced: short links, current
 * invitations, push subscriptions, sessions, and token signing keys. People, videos, connections and shares are kept.
 */
export async function endWhatTheSecretSigned(db: Kysely<Database>): Promise<Renewal> {
  return db.transaction().execute(async (tx) => {
    const links = await tx.deleteFrom('short_links').executeTakeFirst();
    await tx.deleteFrom('push_subscriptions').execute();
    const invitations = await tx.deleteFrom('invitations').where('accepted_by', 'is', null).executeTakeFirst();
    for (const table of IDENTITY_TABLES) {
      const name = `identity.${table}`;
      const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(tx);
      if (rows[0]?.found) await sql`delete from ${sql.table(name)}`.execute(tx);
    }
    return { links: Number(links.numDeletedRows), invitations: Number(invitations.numDeletedRows) };
  });
}
