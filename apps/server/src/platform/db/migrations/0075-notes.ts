import { type Kysely, sql } from 'kysely';

/** Hearts and notes below videos, and the notifications of their owners. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos add column notes_visibility text not null default 'viewers'
      check (notes_visibility in ('viewers', 'owner', 'nobody'));

    create table notes (
      id uuid primary key,
      video_id uuid not null references videos (id) on delete cascade,
      writer_id uuid not null references users (id) on delete cascade,
      text text not null check (text <> ''),
      -- of the original, so that trimming does not change it
      at_ms integer check (at_ms >= 0),
      created_at timestamptz not null default now()
    );
    create index notes_video on notes (video_id, created_at, id);
    create index notes_writer on notes (writer_id);

    create table hearts (
      id uuid primary key,
      video_id uuid not null references videos (id) on delete cascade,
      giver_id uuid not null references users (id) on delete cascade,
      created_at timestamptz not null default now(),
      unique (video_id, giver_id)
    );
    create index hearts_giver on hearts (giver_id);

    alter table notifications add column note_id uuid references notes (id) on delete cascade;
    alter table notifications add column heart_id uuid references hearts (id) on delete cascade;
    create index notifications_note on notifications (note_id) where note_id is not null;
    create index notifications_heart on notifications (heart_id) where heart_id is not null;
    alter table notifications drop constraint notifications_about;
    alter table notifications drop column about_id;
    alter table notifications add column about_id uuid not null generated always as
      (coalesce(note_id, heart_id, video_id, connection_id, archive_id, steward_row_id, gone_video_id)) stored;
    alter table notifications add constraint notifications_about unique (user_id, about_id);
    alter table notifications drop constraint notifications_check;
    alter table notifications add constraint notifications_check check (
      (kind = 'video-gone') = (gone_video_id is not null) and (gone_video_id is null) = (gone_prompt_id is null)
      and (steward_row_id is not null) = (kind like 'steward-%')
      and (note_id is not null) = (kind = 'note') and (heart_id is not null) = (kind = 'heart')
      and case kind
        when 'connection-request' then actor_id is not null and connection_id is not null and num_nonnulls(video_id, archive_id) = 0
        when 'connection-accepted' then actor_id is not null and connection_id is not null and num_nonnulls(video_id, archive_id) = 0
        when 'video-shared' then actor_id is not null and video_id is not null and num_nonnulls(connection_id, archive_id) = 0
        when 'video-opened' then actor_id is not null and video_id is not null and num_nonnulls(connection_id, archive_id) = 0
        when 'video-given' then actor_id is not null and video_id is not null and num_nonnulls(connection_id, archive_id) = 0
        when 'video-ready' then video_id is not null and num_nonnulls(actor_id, connection_id, archive_id) = 0
        when 'video-failed' then video_id is not null and num_nonnulls(actor_id, connection_id, archive_id) = 0
        when 'video-gone' then num_nonnulls(actor_id, video_id, connection_id, archive_id) = 0
        when 'archive-ready' then archive_id is not null and num_nonnulls(actor_id, video_id, connection_id) = 0
        when 'archive-failed' then archive_id is not null and num_nonnulls(actor_id, video_id, connection_id) = 0
        when 'steward-named' then actor_id is not null and num_nonnulls(video_id, connection_id, archive_id) = 0
        when 'steward-declined' then actor_id is not null and num_nonnulls(video_id, connection_id, archive_id) = 0
        when 'steward-asked' then actor_id is not null and num_nonnulls(video_id, connection_id, archive_id) = 0
        when 'steward-started' then actor_id is not null and num_nonnulls(video_id, connection_id, archive_id) = 0
        when 'steward-stopped' then actor_id is not null and num_nonnulls(video_id, connection_id, archive_id) = 0
        when 'note' then actor_id is not null and video_id is not null and num_nonnulls(connection_id, archive_id) = 0
        when 'heart' then actor_id is not null and video_id is not null and num_nonnulls(connection_id, archive_id) = 0
        else false end);
  `.execute(db);
}
