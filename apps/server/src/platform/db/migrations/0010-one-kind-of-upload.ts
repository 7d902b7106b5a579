import { type Kysely, sql } from 'kysely';

/** Uploads by form are rows of `uploads` too, instead of reservations in a separate table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads add column resumable boolean not null default true;
    drop table upload_reservations;
  `.execute(db);
}
