import { type Kysely, sql } from 'kysely';

/** Each person's position in a video. Deleted with the person and the video. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table watch_positions (
      user_id uuid not null references users (id) on delete cascade,
      video_id uuid not null references videos (id) on delete cascade,
      seconds double precision not null check (seconds >= 0),
      finished boolean not null,
      watched_at timestamptz not null default now(),
      primary key (user_id, video_id)
    );
    -- deleting a video
    create index watch_positions_video on watch_positions (video_id);
  `.execute(db);
}
