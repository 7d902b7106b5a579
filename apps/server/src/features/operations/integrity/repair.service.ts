import type { Deps } from '../../../platform/deps.ts';
import { restartVideo } from '../../videos/video-lifecycle.ts';
import { type OpenBackup, storeObject } from '../backup/read-backup.service.ts';
import { deleteProblem, listFailedVideos, listProblems } from './integrity.queries.ts';

export interface RepairReport {
  /** Keys of restored files, and of those that could not be restored, with the reason. */
  repaired: string[];
  failed: { key: string; reason: string }[];
  /** Number of videos that had failed for this reason and are queued for preparation. */
  restarted: number;
}

/** Restores missing and altered files from a backup. A file is replaced only by bytes with the hash in its row. */
export async function repairFiles(
  deps: Pick<Deps, 'db' | 'storage' | 'jobs'>,
  backup: OpenBackup,
): Promise<RepairReport> {
  const report: RepairReport = { repaired: [], failed: [], restarted: 0 };
  const objects = new Map(backup.content.files.map(({ key, object }) => [key, object]));
  const videos = new Set<string>();
  for (const { object: key, problem, sha256, video_id } of await listProblems(deps.db)) {
    if (problem === 'orphaned') continue;
    const object = objects.get(key);
    if (!object || (sha256 && sha256 !== object)) {
      report.failed.push({ key, reason: 'is not in this backup' });
      continue;
    }
    try {
      await storeObject(backup, object, deps.storage, key);
    } catch (error) {
      report.failed.push({ key, reason: `cannot be read in this backup: ${(error as Error).message}` });
      continue;
    }
    await deleteProblem(deps.db, key);
    report.repaired.push(key);
    if (video_id) videos.add(video_id);
  }
  for (const videoId of await listFailedVideos(deps.db, [...videos])) {
    await deps.db.transaction().execute((tx) => restartVideo(deps, tx, videoId));
    report.restarted += 1;
  }
  return report;
}
