import { type Kysely, sql } from 'kysely';

/** Reports to the operator. A report is kept when its reporter or its video is deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reports (
      id uuid primary key,
      reporter_id uuid references users (id) on delete set null,
      about text not null check (about in ('person', 'video')),
      -- the owner of a video
      reported_id uuid not null references users (id) on delete cascade,
      video_id uuid references videos (id) on delete set null,
      reason text not null check (reason in ('bullying', 'private', 'nudity', 'pretending', 'other')),
      words text not null default '',
      created_at timestamptz not null default now(),
      closed_at timestamptz,
      check (about = 'video' or video_id is null)
    );
    -- the operator's list
    create index reports_open on reports (created_at, id) where closed_at is null;
    -- the budget of a reporter
    create index reports_reporter on reports (reporter_id, created_at);
    -- cascading deletes
    create index reports_reported on reports (reported_id);
    create index reports_video on reports (video_id);
  `.execute(db);
}
