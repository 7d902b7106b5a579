import { type Kysely, sql } from 'kysely';

/** The message of a share, for its mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shares add column message text not null default ''`.execute(db);
}
