import { type Kysely, sql } from 'kysely';

/**
 * Requested deletions of accounts, notifications about their videos, and addresses that follow the identity service.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column deletion_asked_at timestamptz,
      add column delete_at timestamptz,
      add column deletion_by_site_owner boolean not null default false,
      add column address_epoch integer not null default 0,
      add check ((deletion_asked_at is null) = (delete_at is null));
    -- whether somebody is leaving, for each video that is listed; and whose time has come
    create index users_leaving on users (id, delete_at) where delete_at is not null;

    alter table notifications
      add column gone_video_id uuid,
      add column gone_prompt_id integer references prompts (id);
    alter table notifications drop constraint notifications_about;
    alter table notifications drop column about_id;
    alter table notifications add column about_id uuid not null
      generated always as (coalesce(video_id, connection_id, archive_id, gone_video_id)) stored;
    alter table notifications add constraint notifications_about unique (user_id, about_id);
    alter table notifications drop constraint notifications_check;
    alter table notifications add constraint notifications_check check (
      (kind = 'video-gone') = (gone_video_id is not null) and (gone_video_id is null) = (gone_prompt_id is null)
      and case kind
        when 'connection-request' then actor_id is not null and connection_id is not null and num_nonnulls(video_id, archive_id) = 0
        when 'connection-accepted' then actor_id is not null and connection_id is not null and num_nonnulls(video_id, archive_id) = 0
        when 'video-shared' then actor_id is not null and video_id is not null and num_nonnulls(connection_id, archive_id) = 0
        when 'video-ready' then video_id is not null and num_nonnulls(actor_id, connection_id, archive_id) = 0
        when 'video-failed' then video_id is not null and num_nonnulls(actor_id, connection_id, archive_id) = 0
        when 'video-gone' then num_nonnulls(actor_id, video_id, connection_id, archive_id) = 0
        when 'archive-ready' then archive_id is not null and num_nonnulls(actor_id, video_id, connection_id) = 0
        when 'archive-failed' then archive_id is not null and num_nonnulls(actor_id, video_id, connection_id) = 0
        else false end);
  `.execute(db);
}
