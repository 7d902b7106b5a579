import { type Kysely, sql } from 'kysely';

/** Whether the sound track of a video is silent. Existing videos count as not silent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column silent boolean not null default false`.execute(db);
}
