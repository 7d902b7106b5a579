import { type Kysely, sql } from 'kysely';

/**
 * Fragments of a video that is being prepared. Two workers may prepare the same video, each with its own growing video.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table growing_videos (
      id uuid primary key,
      video_id uuid not null references videos (id) on delete cascade,
      seconds double precision not null default 0,
      ended_at timestamptz
    );
    create index growing_videos_video on growing_videos (video_id);

    create table fragments (
      growing_id uuid not null references growing_videos (id) on delete cascade,
      number integer not null,
      video_id uuid not null references videos (id) on delete cascade,
      seconds double precision not null,
      key storage_key not null unique,
      size bigint not null check (size >= 0),
      sha256 text not null,
      primary key (growing_id, number)
    );
    create index fragments_video on fragments (video_id);
  `.execute(db);
}
