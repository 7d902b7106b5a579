import { type Kysely, sql } from 'kysely';

/**
 * When the owner requested a link. The share dialog creates one in advance, which nobody has seen. Older links may have
 * been given away.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table short_links add column asked_at timestamptz;
    update short_links set asked_at = created_at;
  `.execute(db);
}
