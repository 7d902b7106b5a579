import { connectDatabase } from '../../../platform/db/database.ts';
import { type AnyJobHandler, connectJobs } from '../../../platform/jobs/jobs.ts';
import { createLogger } from '../../../platform/log/logger.ts';
import { enqueueHighRange, enqueuePreparation, enqueueRenditions } from '../../videos/video-work.service.ts';

/**
 * Enqueues unfinished work on videos after a restore, because backups do not contain the queue.
 * @param definitions all jobs of the installation
 */
export async function continuePreparation(
  databaseUrl: string,
  definitions: readonly AnyJobHandler['job'][],
): Promise<void> {
  const log = createLogger({ level: 'error', name: 'restore' });
  const jobs = await connectJobs({ databaseUrl, definitions, supervise: false, log });
  const db = connectDatabase(databaseUrl, 2);
  try {
    await db.transaction().execute(async (tx) => {
      const videos = await tx
        .selectFrom('videos')
        .select(['id', 'status', 'preparation'])
        .select(({ exists, selectFrom }) => [
          exists(selectFrom('renditions').whereRef('video_id', '=', 'videos.id').select('name')).as('has_renditions'),
          exists(
            selectFrom('renditions')
              .whereRef('video_id', '=', 'videos.id')
              .where('video_range', '<>', 'SDR')
              .select('name'),
          ).as('has_high_range'),
        ])
        .where('status', 'in', ['processing', 'ready'])
        .execute();
      for (const { id: videoId, status, preparation, ...has } of videos) {
        if (status === 'processing') await enqueuePreparation(jobs, tx, videoId, preparation);
        else if (!has.has_renditions) await enqueueRenditions(jobs, tx, videoId);
        // Only the original shows whether there is an HDR version to keep.
        else if (!has.has_high_range) await enqueueHighRange(jobs, tx, videoId);
      }
    });
  } finally {
    await db.destroy();
    await jobs.stop(2_000);
  }
}
