import { type Kysely, sql } from 'kysely';

/** What the scan of all stored files has found, and how far it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table file_problems (
      -- a storage key; of an orphan no row has it
      object text primary key,
      problem text not null check (problem in ('missing', 'altered', 'orphaned')),
      found_at timestamptz not null default now(),
      seen_at timestamptz not null default now()
    );
    create table file_scan (
      id boolean primary key default true check (id),
      started_at timestamptz not null default now(),
      -- the storage key behind which the scan continues; '' at the beginning
      position text not null default '',
      files integer not null default 0,
      bytes bigint not null default 0,
      -- end of the last complete scan
      finished_at timestamptz
    );
  `.execute(db);
}
