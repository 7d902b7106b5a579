import { type Kysely, sql } from 'kysely';

/** Chunks of long videos that several workers encode. Deleted when the video is encoded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table splits (
      id uuid primary key,
      video_id uuid not null references videos (id) on delete cascade,
      kind text not null check (kind in ('playback', 'sizes')),
      plan text not null,
      abandoned_at timestamptz,
      created_at timestamptz not null default now(),
      unique (video_id, kind)
    );

    create table pieces (
      split_id uuid not null references splits (id) on delete cascade,
      number integer not null check (number >= 0),
      video_id uuid not null references videos (id) on delete cascade,
      starts double precision not null,
      ends double precision check (ends > starts),
      seconds_done double precision not null default 0,
      key storage_key unique,
      size bigint check (size >= 0),
      sha256 text,
      check ((key is null) = (size is null) and (key is null) = (sha256 is null)),
      primary key (split_id, number)
    );
    create index pieces_video on pieces (video_id);
  `.execute(db);
}
