import { type Kysely, sql } from 'kysely';

/**
 * Links that their owner has asked for. The share dialog makes one in advance, which nobody has seen. Older ones may have
 * been given to somebody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table short_links add column asked_at timestamptz;
    update short_links set asked_at = created_at;
  `.execute(db);
}
