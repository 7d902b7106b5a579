import { type Kysely, sql } from 'kysely';

/** Runs of backups and verifications, and their failures. The warning about them has the reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table site_warnings drop constraint site_warnings_kind_check;
    alter table site_warnings add constraint site_warnings_kind_check check (kind in ('disk', 'files', 'backup'));
    alter table site_warnings add column reason text not null default '';

    create table backup_runs (
      id uuid primary key,
      kind text not null check (kind in ('backup', 'verification')),
      started_at timestamptz not null,
      -- Null while it runs, or until its interruption was detected.
      ended_at timestamptz,
      -- Null on success.
      failure text,
      -- The sentence for the operator; contains paths.
      explanation text not null default ''
    );
    create index backup_runs_kind on backup_runs (kind, started_at desc);

    -- One row: the folder for nightly backups. None if no worker has one.
    create table backup_folder (
      id boolean primary key default true check (id),
      dir text not null,
      since timestamptz not null,
      -- Whether the folder has its marker. If it is missing later, the disk is not mounted.
      is_marked boolean not null default false,
      -- The problem found by the last check; null if there is none.
      problem text,
      explanation text not null default ''
    );
  `.execute(db);
}
