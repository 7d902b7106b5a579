import { type Kysely, sql } from 'kysely';

/** How much of a video is missing at its end, because its file was cut off. Null: nothing, or it was prepared before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column missing_ms integer check (missing_ms > 0)`.execute(db);
}
