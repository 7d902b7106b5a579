import { type Kysely, sql } from 'kysely';

/** Used password proofs. Each works once; rows are deleted after an hour, when the proofs have expired. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table used_proofs (
      id text primary key,
      used_at timestamptz not null default now()
    );
  `.execute(db);
}
