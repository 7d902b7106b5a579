import { type Kysely, sql } from 'kysely';

/** Which accounts were deleted, so that a restored backup does not bring them back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deleted_accounts (
      -- SHA-256 of the person's id: it says nothing to anybody who does not have the id
      id_hash bytea primary key,
      deleted_at timestamptz not null default now()
    );
  `.execute(db);
}
