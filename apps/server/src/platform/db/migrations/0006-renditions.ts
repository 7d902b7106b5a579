import { type Kysely, sql } from 'kysely';

/** The renditions of a video for adaptive streaming, and the preview images of its seek bar. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table renditions (
      video_id uuid not null references videos (id) on delete cascade,
      name text not null,
      width integer not null,
      height integer not null,
      bandwidth integer not null,
      average_bandwidth integer not null,
      codecs text not null,
      key text not null unique,
      size bigint not null check (size >= 0),
      sha256 text not null,
      fragments jsonb not null,
      primary key (video_id, name)
    );

    create table previews (
      video_id uuid primary key references videos (id) on delete cascade,
      plan jsonb not null,
      key text not null unique,
      size bigint not null check (size >= 0),
      sha256 text not null
    );
  `.execute(db);
}
