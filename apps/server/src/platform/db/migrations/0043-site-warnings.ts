import { type Kysely, sql } from 'kysely';

/** Current warnings for site owners. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_warnings (
      kind text primary key check (kind in ('disk', 'files')),
      since timestamptz not null default now()
    );
  `.execute(db);
}
