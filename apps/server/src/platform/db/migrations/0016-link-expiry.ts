import { type Kysely, sql } from 'kysely';

/**
 * Links expire after ten years at the latest, if their owner set a date. Later ones ended years that no response can
 * contain, and made the list of the video's links fail.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update short_links set expires_at = created_at + interval '10 years'
    where expires_at > created_at + interval '10 years'
  `.execute(db);
}
