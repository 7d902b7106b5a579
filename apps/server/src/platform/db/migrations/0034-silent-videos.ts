import { type Kysely, sql } from 'kysely';

/** Whether a video has a sound track in which nothing is heard. Videos from before count as heard. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column silent boolean not null default false`.execute(db);
}
