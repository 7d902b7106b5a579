import { type Kysely, sql } from 'kysely';

/** The words that go with a share, for the mail that tells of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shares add column message text not null default ''`.execute(db);
}
