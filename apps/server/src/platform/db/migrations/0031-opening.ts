import { type Kysely, sql } from 'kysely';

/** Scheduled videos, and the notifications about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- null: open. After that time the video is open too; the job that notifies people sets it to null.
    alter table videos add column opens_at timestamptz;
    create index videos_opens on videos (opens_at) where opens_at is not null;

    alter table notifications drop constraint notifications_check;
    alter table notifications add constraint notifications_check check (
      (kind = 'video-gone') = (gone_video_id is not null) and (gone_video_id is null) = (gone_prompt_id is null)
      and case kind
        when 'connection-request' then actor_id is not null and connection_id is not null and num_nonnulls(video_id, archive_id) = 0
        when 'connection-accepted' then actor_id is not null and connection_id is not null and num_nonnulls(video_id, archive_id) = 0
        when 'video-shared' then actor_id is not null and video_id is not null and num_nonnulls(connection_id, archive_id) = 0
        when 'video-opened' then actor_id is not null and video_id is not null and num_nonnulls(connection_id, archive_id) = 0
        when 'video-ready' then video_id is not null and num_nonnulls(actor_id, connection_id, archive_id) = 0
        when 'video-failed' then video_id is not null and num_nonnulls(actor_id, connection_id, archive_id) = 0
        when 'video-gone' then num_nonnulls(actor_id, video_id, connection_id, archive_id) = 0
        when 'archive-ready' then archive_id is not null and num_nonnulls(actor_id, video_id, connection_id) = 0
        when 'archive-failed' then archive_id is not null and num_nonnulls(actor_id, video_id, connection_id) = 0
        else false end);

    create function activity_of_openings() returns trigger language plpgsql as $function$
    begin
      perform add_activity(
        case when new.opens_at is not null then 'opens-later' when old.opens_at > now() then 'opens-now' else 'opened' end,
        new.owner_id, video => new.id,
        detail => to_char(new.opens_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'));
      return null;
    end $function$;
    create trigger activity_opening after update of opens_at on videos for each row
      when (old.opens_at is distinct from new.opens_at) execute function activity_of_openings();
  `.execute(db);
}
