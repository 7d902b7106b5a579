import { type Kysely, sql } from 'kysely';

/** How much is missing at the end of a truncated video. Null: nothing, or it was prepared before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column missing_ms integer check (missing_ms > 0)`.execute(db);
}
