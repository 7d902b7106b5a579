import { type Kysely, sql } from 'kysely';

/** The connection requests that a person has sent, and whether strangers find them in the search. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column show_in_search boolean not null default true;

    -- a row for each request, also for those that were withdrawn or declined
    create table sent_requests (
      id uuid primary key,
      sender_id uuid not null references users (id) on delete cascade,
      sent_at timestamptz not null default now()
    );
    create index sent_requests_sender on sent_requests (sender_id, sent_at);
    -- the sweep
    create index sent_requests_sent on sent_requests (sent_at);
  `.execute(db);
}
