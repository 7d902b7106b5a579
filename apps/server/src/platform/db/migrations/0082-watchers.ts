import { type Kysely, sql } from 'kysely';

/** Since when a person counts as having watched a video, and whether they let the owners of videos see it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column shows_watching boolean not null default true;

    alter table watch_positions add column first_watched_at timestamptz;
    update watch_positions set first_watched_at = watched_at where finished or seconds >= 5;
    -- deleting a video, and who has watched it
    drop index watch_positions_video;
    create index watch_positions_video on watch_positions (video_id, first_watched_at, user_id);
  `.execute(db);
}
