import { type Kysely, sql } from 'kysely';

/** Uploads that resume after a lost connection. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table uploads (
      id uuid primary key,
      owner_id uuid not null references users (id) on delete cascade,
      size bigint not null check (size > 0),
      metadata text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- deferred: the upload is claimed before its video is written, so that only one can be
      video_id uuid references videos (id) on delete cascade deferrable initially deferred
    );
    -- a person's list, and the space reserved for them
    create index uploads_unfinished on uploads (owner_id) where video_id is null;
    -- expired uploads
    create index uploads_expires on uploads (expires_at);
    -- cascading delete of a video
    create index uploads_video on uploads (video_id);
  `.execute(db);
}
