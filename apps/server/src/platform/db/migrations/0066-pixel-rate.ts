import { type Kysely, sql } from 'kysely';

/** Pixels per second of an uploaded video; null if unknown. Used with duration and size to estimate the work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column pixel_rate bigint`.execute(db);
}
