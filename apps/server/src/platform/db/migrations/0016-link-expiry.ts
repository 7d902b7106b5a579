import { type Kysely, sql } from 'kysely';

/**
 * Links with an expiry date expire after ten years at the latest. Later years did not fit the response format, so the
 * list of the video's links failed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update short_links set expires_at = created_at + interval '10 years'
    where expires_at > created_at + interval '10 years'
  `.execute(db);
}
