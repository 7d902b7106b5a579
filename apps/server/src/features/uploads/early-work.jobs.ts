import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../platform/deps.ts';
import { findMediaTools } from '../../platform/ffmpeg/tools.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { whileWanted } from '../../platform/jobs/while-wanted.ts';
import { requireSpaceForWork } from '../../platform/system/disk-space.ts';
import { encodeEarlyPiece } from '../media/pieces/early-pieces.service.ts';
import { prepareVideoJob } from '../videos/videos.job-definition.ts';
import { earlyWorkJob } from './early-work.job-definition.ts';
import { enqueueNextPiece } from './early-work.service.ts';
import { partialFiles } from './partial-files.ts';
import { findArriving } from './uploads.queries.ts';

/**
 * Encodes one chunk of an unfinished upload per job, so that complete videos are processed in between. Safe to repeat,
 * and to stop at any time.
 */
export function earlyWorkHandler(deps: Deps): JobHandler<{ uploadId: string }> {
  return {
    job: earlyWorkJob,
    concurrency: 1,
    after: prepareVideoJob,
    async run({ uploadId }, attempt) {
      const [tools, upload] = await Promise.all([findMediaTools(deps.config), findArriving(deps.db, uploadId)]);
      if (!tools || !upload) return;
      await requireSpaceForWork(deps.config);
      const folder = await deps.storage.stagingFolder();
      try {
        const isMore = await whileWanted(
          attempt.signal,
          async () => (await findArriving(deps.db, uploadId)) !== null,
          async (signal) => {
            const input = join(folder, 'input');
            await mkdir(input);
            const path = await partialFiles(deps).linkInto(uploadId, input);
            return encodeEarlyPiece(deps, tools, { uploadId, size: upload.size, path, folder }, signal);
          },
        );
        if (isMore) await enqueueNextPiece(deps, upload);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
