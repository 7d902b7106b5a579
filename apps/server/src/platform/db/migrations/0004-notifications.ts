import { type Kysely, sql } from 'kysely';

/** Entries of the notification list. Each row is deleted together with its subject. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      kind text not null,
      actor_id uuid references users (id) on delete cascade,
      video_id uuid references videos (id) on delete cascade,
      connection_id uuid references connections (id) on delete cascade,
      about_id uuid not null generated always as (coalesce(video_id, connection_id)) stored,
      share_recipient_id uuid generated always as (case when kind = 'video-shared' then user_id end) stored,
      created_at timestamptz not null default now(),
      read_at timestamptz,
      -- one notification per person and subject, even if a job is repeated
      constraint notifications_about unique (user_id, about_id),
      -- deleted together with the share
      foreign key (video_id, share_recipient_id) references shares (video_id, recipient_id) on delete cascade,
      check (case kind
        when 'connection-request' then actor_id is not null and connection_id is not null and video_id is null
        when 'connection-accepted' then actor_id is not null and connection_id is not null and video_id is null
        when 'video-shared' then actor_id is not null and video_id is not null and connection_id is null
        when 'video-ready' then actor_id is null and video_id is not null and connection_id is null
        when 'video-failed' then actor_id is null and video_id is not null and connection_id is null
        else false end)
    );
    -- a person's list
    create index notifications_user on notifications (user_id, created_at desc, id desc);
    -- the badge
    create index notifications_unread on notifications (user_id) where read_at is null;
    -- deleting old ones
    create index notifications_created on notifications (created_at);
    -- cascading deletes of a person, a video, a connection
    create index notifications_actor on notifications (actor_id);
    create index notifications_video on notifications (video_id, share_recipient_id);
    create index notifications_connection on notifications (connection_id);
  `.execute(db);
}
