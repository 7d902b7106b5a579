import { type Kysely, sql } from 'kysely';

/** The newest recipients of a video without sorting all of them, and their number without reading their rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index shares_newest on shares (video_id, created_at desc, recipient_id desc) include (owner_id);
  `.execute(db);
}
