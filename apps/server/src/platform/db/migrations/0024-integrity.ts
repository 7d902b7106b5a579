import { type Kysely, sql } from 'kysely';

/** Results and progress of the scan of all stored files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table file_problems (
      -- a storage key; no row has that of an orphan
      object text primary key,
      problem text not null check (problem in ('missing', 'altered', 'orphaned')),
      found_at timestamptz not null default now(),
      seen_at timestamptz not null default now()
    );
    create table file_scan (
      id boolean primary key default true check (id),
      started_at timestamptz not null default now(),
      -- the storage key after which the scan continues; '' at the start
      position text not null default '',
      files integer not null default 0,
      bytes bigint not null default 0,
      -- end of the last complete scan
      finished_at timestamptz
    );
  `.execute(db);
}
