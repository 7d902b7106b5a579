import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { type StoredObjectRow, storedObjects } from '../../../platform/db/stored-objects.ts';
import type { FileProblem, FileScanTable } from '../../../platform/db/tables.ts';

/** Progress of the scan. */
export type ScanRow = Selectable<FileScanTable>;

export async function findScan(db: Db): Promise<ScanRow | null> {
  return (await db.selectFrom('file_scan').selectAll().executeTakeFirst()) ?? null;
}

/** Starts a scan with the first file. */
export async function restartScan(db: Db): Promise<void> {
  await sql`
    insert into file_scan default values
    on conflict (id) do update set started_at = now(), position = '', files = 0, bytes = 0`.execute(db);
}

export async function saveProgress(db: Db, progress: Pick<ScanRow, 'position' | 'files' | 'bytes'>): Promise<void> {
  await db.updateTable('file_scan').set(progress).execute();
}

/** Ends a scan, and deletes problems that it has not found again. */
export async function finishScan(db: Db): Promise<void> {
  await db.deleteFrom('file_problems').where('seen_at', '<', db.selectFrom('file_scan').select('started_at')).execute();
  await sql`update file_scan set finished_at = now(), position = ''`.execute(db);
}

export async function saveProblem(db: Db, object: string, problem: FileProblem): Promise<void> {
  await sql`
    insert into file_problems (object, problem) values (${object}, ${problem})
    on conflict (object) do update set problem = excluded.problem, seen_at = now()`.execute(db);
}

export async function deleteProblem(db: Db, object: string): Promise<void> {
  await db.deleteFrom('file_problems').where('object', '=', object).execute();
}

/** A problem with the row that references the file; null for orphans. */
export interface ProblemRow {
  object: string;
  problem: FileProblem;
  found_at: Date;
  kind: StoredObjectRow['kind'] | null;
  sha256: string | null;
  owner_id: string | null;
  video_id: string | null;
}

/** Problems that still matter: not those of files that no row references any more. */
export async function listProblems(db: Db): Promise<ProblemRow[]> {
  const { rows } = await sql<ProblemRow>`
    select p.object, p.problem, p.found_at, o.kind, o.sha256, o.owner_id, o.video_id
    from file_problems p left join ${storedObjects} o on o.key = p.object
    where (o.key is null) = (p.problem = 'orphaned')
    order by p.found_at, p.object`.execute(db);
  return rows;
}

/** Which of these videos failed because of a lost file. */
export async function listFailedVideos(db: Db, videoIds: readonly string[]): Promise<string[]> {
  if (videoIds.length === 0) return [];
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where('id', 'in', videoIds)
    .where('status', '=', 'failed')
    .where('status_code', '=', 'file_missing')
    .execute();
  return rows.map(({ id }) => id);
}
