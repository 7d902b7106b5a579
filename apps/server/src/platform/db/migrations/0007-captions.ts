import { type Kysely, sql } from 'kysely';

/** Captions of videos, and requested drafts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table captions (
      video_id uuid primary key references videos (id) on delete cascade,
      cues jsonb not null,
      search_text text not null,
      source text not null check (source in ('person', 'draft')),
      version uuid not null,
      updated_at timestamptz not null default now()
    );
    -- search in the person's own captions
    create index captions_search on captions using gin (search_text gin_trgm_ops);

    create table caption_drafts (
      video_id uuid primary key references videos (id) on delete cascade,
      reason text,
      requested_at timestamptz not null default now()
    );
  `.execute(db);
}
