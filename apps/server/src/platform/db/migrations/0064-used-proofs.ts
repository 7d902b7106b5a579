import { type Kysely, sql } from 'kysely';

/** Proofs of a password that were used. Each works once; they are deleted an hour later, when they have long expired. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table used_proofs (
      id text primary key,
      used_at timestamptz not null default now()
    );
  `.execute(db);
}
