import { type Kysely, sql } from 'kysely';

/** Requested changes of a relationship; mails about connections; notification settings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table connections
      add column asked_relationship text check (asked_relationship in ('friend', 'family')),
      add column asked_by uuid,
      add check ((asked_relationship is null) = (asked_by is null)),
      add check (asked_relationship is null or (status = 'accepted' and asked_relationship <> relationship)),
      add check (asked_by in (user_lo, user_hi));

    create table connection_mails (
      sender_id uuid not null references users (id) on delete cascade,
      recipient_id uuid not null references users (id) on delete cascade,
      kind text not null check (kind in ('connection-request', 'connection-accepted')),
      queued_at timestamptz not null default now(),
      primary key (sender_id, recipient_id, kind)
    );
    create index connection_mails_recipient on connection_mails (recipient_id);

    create table notification_settings (
      user_id uuid not null references users (id) on delete cascade,
      kind text not null check
        (kind in ('connection-request', 'connection-accepted', 'video-shared', 'video-ready', 'video-failed')),
      in_app boolean not null,
      mail boolean not null,
      primary key (user_id, kind)
    );
  `.execute(db);
}
