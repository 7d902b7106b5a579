import { id } from '@kinreel/contracts';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

const payload = z.object({ archiveId: id });

/** Marks an archive as failed when its job has failed permanently. */
export const makeArchiveFailedJob = defineJob('make-archive-failed', payload);

/** Makes an archive. Enqueued in the transaction of the request. Copying a terabyte takes hours. */
export const makeArchiveJob = defineJob('make-archive', payload, {
  timeoutSeconds: 12 * 3600,
  retryLimit: 4,
  retryDelaySeconds: 30,
  deadLetter: makeArchiveFailedJob,
});
