import { type Kysely, sql } from 'kysely';

/** The outbox. Mails that were waiting as jobs of the earlier version move into it; the sweep enqueues them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mails (
      id uuid primary key,
      kind text not null,
      -- ids that the mail is written from when it is sent
      params jsonb not null default '{}',
      -- null if it goes to the operator, or to the address of an invitation
      recipient_id uuid references users (id) on delete cascade,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
      attempts integer not null default 0,
      created_at timestamptz not null default now(),
      next_attempt_at timestamptz not null default now(),
      settled_at timestamptz,
      last_error text
    );
    create index mails_waiting on mails (next_attempt_at) where state = 'waiting';
    create index mails_list on mails (created_at, id);
    -- cascading deletes
    create index mails_recipient on mails (recipient_id);
  `.execute(db);
  const { rows } = await sql<{ found: boolean }>`select to_regclass('pgboss.job') is not null as found`.execute(db);
  if (!rows[0]?.found) return;
  await sql`
    insert into mails (id, kind, params, recipient_id, next_attempt_at)
    select
      job.id,
      case job.name
        when 'share-mail' then 'video-shared'
        when 'connection-mail' then 'connection'
        when 'invitation-mail' then 'invitation'
        else 'report'
      end,
      job.data -> 'payload',
      users.id,
      now() - interval '1 hour'
    from pgboss.job
    left join users on users.id::text = job.data -> 'payload' ->> 'recipientId'
    where job.name in ('share-mail', 'connection-mail', 'invitation-mail', 'report-mail')
      and job.state in ('created', 'retry', 'active')
      and (users.id is not null or job.data -> 'payload' -> 'recipientId' is null)
  `.execute(db);
}
