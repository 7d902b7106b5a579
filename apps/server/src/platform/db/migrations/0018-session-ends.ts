import { type Kysely, sql } from 'kysely';

/** Revoked sessions whose tokens are not expired yet. The sweep deletes them a day later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table session_ends (
      subject text not null,
      issuer text not null,
      -- empty for all sessions of the person
      sid text not null default '',
      epoch integer,
      ended_at timestamptz not null,
      received_at timestamptz not null default now(),
      primary key (subject, issuer, sid)
    );
    create index session_ends_received on session_ends (received_at);
  `.execute(db);
}
