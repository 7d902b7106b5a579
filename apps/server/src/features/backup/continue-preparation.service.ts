import { connectDatabase } from '../../platform/db/database.ts';
import { type AnyJobHandler, connectJobs } from '../../platform/jobs.ts';
import { createLogger } from '../../platform/logger.ts';
import { enqueuePreparation, enqueueRenditions } from '../videos/video-work.service.ts';

/**
 * Enqueues the work on videos that was not finished when a backup was made: the queue is not in it.
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
        .where((where) =>
          where.or([
            where('status', '=', 'processing'),
            where.and([
              where('status', '=', 'ready'),
              where.not(
                where.exists(where.selectFrom('renditions').whereRef('video_id', '=', 'videos.id').select('name')),
              ),
            ]),
          ]),
        )
        .execute();
      for (const { id: videoId, status, preparation } of videos) {
        if (status === 'processing') await enqueuePreparation(jobs, tx, videoId, preparation);
        else await enqueueRenditions(jobs, tx, videoId);
      }
    });
  } finally {
    await db.destroy();
    await jobs.stop(2_000);
  }
}
