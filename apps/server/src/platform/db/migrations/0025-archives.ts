import { type Kysely, sql } from 'kysely';

/** Archives of a person's data, and the notifications about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table archives (
      id uuid primary key,
      -- one per person
      user_id uuid not null unique references users (id) on delete cascade,
      status text not null default 'making' check (status in ('making', 'ready', 'failed')),
      progress integer not null default 0 check (progress between 0 and 100),
      key storage_key unique,
      size bigint,
      sha256 text,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      check ((status = 'ready') = (key is not null and size is not null and sha256 is not null and expires_at is not null))
    );
    -- deleting expired ones
    create index archives_expires on archives (expires_at);

    alter table notifications add column archive_id uuid references archives (id) on delete cascade;
    create index notifications_archive on notifications (archive_id);
    alter table notifications drop constraint notifications_about;
    alter table notifications drop column about_id;
    alter table notifications add column about_id uuid not null
      generated always as (coalesce(video_id, connection_id, archive_id)) stored;
    alter table notifications add constraint notifications_about unique (user_id, about_id);
    alter table notifications drop constraint notifications_check;
    alter table notifications add constraint notifications_check check (case kind
      when 'connection-request' then actor_id is not null and connection_id is not null and num_nonnulls(video_id, archive_id) = 0
      when 'connection-accepted' then actor_id is not null and connection_id is not null and num_nonnulls(video_id, archive_id) = 0
      when 'video-shared' then actor_id is not null and video_id is not null and num_nonnulls(connection_id, archive_id) = 0
      when 'video-ready' then video_id is not null and num_nonnulls(actor_id, connection_id, archive_id) = 0
      when 'video-failed' then video_id is not null and num_nonnulls(actor_id, connection_id, archive_id) = 0
      when 'archive-ready' then archive_id is not null and num_nonnulls(actor_id, video_id, connection_id) = 0
      when 'archive-failed' then archive_id is not null and num_nonnulls(actor_id, video_id, connection_id) = 0
      else false end);
  `.execute(db);
}
