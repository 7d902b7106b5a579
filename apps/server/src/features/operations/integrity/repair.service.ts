import type { Deps } from '../../../platform/deps.ts';
import { restartVideo } from '../../videos/video-lifecycle.ts';
import { type OpenBackup, storeObject } from '../backup/read-backup.service.ts';
import { deleteProblem, listFailedVideos, listProblems } from './integrity.queries.ts';

export interface RepairReport {
  /** Keys of files that are back, and of those that the backup cannot give back, with the reason. */
  repaired: string[];
  failed: { key: string; reason: string }[];
  /** Videos that had failed for that and are prepared again. */
  restarted: number;
}

/** Takes missing and altered files again from a backup. A file is replaced only by the bytes whose hash its row has. */
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
