import { type Kysely, sql } from 'kysely';

/** Search for misspelled names: every word of a name and its one-letter deletions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column name_forms text[] not null default '{}';
    create index users_name_forms on users using gin (name_forms);
  `.execute(db);
}
