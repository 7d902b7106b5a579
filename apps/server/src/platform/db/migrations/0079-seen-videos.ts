import { type Kysely, sql } from 'kysely';

/** Videos that people marked as seen without playing them. Deleted with the person and the video. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table seen_videos (
      user_id uuid not null references users (id) on delete cascade,
      video_id uuid not null references videos (id) on delete cascade,
      seen_at timestamptz not null default now(),
      primary key (user_id, video_id)
    );
    -- deleting a video
    create index seen_videos_video on seen_videos (video_id);
  `.execute(db);
}
