import { type Kysely, sql } from 'kysely';

/** Deleted accounts, so that a restored backup does not bring them back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deleted_accounts (
      -- SHA-256 of the person's id: meaningless without the id
      id_hash bytea primary key,
      deleted_at timestamptz not null default now()
    );
  `.execute(db);
}
