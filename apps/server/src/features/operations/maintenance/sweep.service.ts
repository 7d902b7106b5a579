import { deleteOldSessionEnds } from '../../../platform/auth/session-ends.ts';
import { findKnownKeys, findUnlistedKeyColumns, STORED_PREFIXES } from '../../../platform/db/stored-objects.ts';
import type { Deps } from '../../../platform/deps.ts';
import { removeUploadLeftovers, type UploadLeftovers } from '../../uploads/upload-leftovers.service.ts';
import { failVideosWithLostFiles } from './lost-files.service.ts';

const HOUR_MS = 3600_000;

/** Keys per query. */
const BATCH = 500;

export interface SweepOptions {
  /** Minimum age of an abandoned staging folder, in milliseconds: encoding a long video takes hours. */
  stagingAgeMs?: number;
  /** Minimum age of an orphan, in milliseconds: the row of a younger object may not be written yet. */
  orphanAgeMs?: number;
  signal?: AbortSignal;
}

/** Results of a sweep. */
export interface SweepReport extends UploadLeftovers {
  stagingFolders: number;
  /** Deleted objects without a row. */
  orphans: number;
  /** Rows whose file is lost: the video failed, or its renditions are made again. */
  lostFiles: number;
  /** Ended sessions whose tokens have expired. */
  sessionEnds: number;
}

/**
 * Makes database and storage consistent after a crash: afterwards there is no old file without a row, and no ready
 * video with a lost file. Safe to run at any time, also concurrently.
 */
export async function sweep(deps: Deps, options: SweepOptions = {}): Promise<SweepReport> {
  const { stagingAgeMs = 24 * HOUR_MS, orphanAgeMs = HOUR_MS, signal } = options;
  const report: SweepReport = {
    stagingFolders: await deps.storage.removeStaleStaging(new Date(Date.now() - stagingAgeMs)),
    ...(await removeUploadLeftovers(deps)),
    lostFiles: await failVideosWithLostFiles(deps, signal),
    sessionEnds: await deleteOldSessionEnds(deps.db),
    orphans: await deleteOrphans(deps, new Date(Date.now() - orphanAgeMs), signal),
  };
  if (Object.values(report).some((count) => count > 0)) deps.log.info(report, 'cleanup finished');
  return report;
}

/** Deletes orphans. Deletes nothing if a column with storage keys is not listed in stored-objects.ts. */
async function deleteOrphans(deps: Deps, before: Date, signal?: AbortSignal): Promise<number> {
  const unlisted = await findUnlistedKeyColumns(deps.db);
  if (unlisted.length > 0) {
    deps.log.error({ unlisted }, 'no orphans are deleted: these columns are missing in platform/db/stored-objects.ts');
    return 0;
  }
  let deleted = 0;
  for (const prefix of STORED_PREFIXES) deleted += await deleteOrphansBelow(deps, prefix, before, signal);
  return deleted;
}

async function deleteOrphansBelow(deps: Deps, prefix: string, before: Date, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  let batch: string[] = [];
  async function deleteUnknown(): Promise<void> {
    const known = await findKnownKeys(deps.db, batch);
    for (const key of batch) {
      if (known.has(key)) continue;
      await deps.storage.delete(key);
      deleted += 1;
    }
    batch = [];
  }
  for await (const { key, modifiedAt } of deps.storage.list(prefix)) {
    signal?.throwIfAborted();
    if (modifiedAt >= before) continue;
    batch.push(key);
    if (batch.length >= BATCH) await deleteUnknown();
  }
  await deleteUnknown();
  return deleted;
}
