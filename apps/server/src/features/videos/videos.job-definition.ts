import { id } from '@kinreel/contracts';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

const payload = z.object({ videoId: id });

/**
 * `preparation` is the videos.preparation that the job belongs to, so that a late job cannot change the result of a
 * newer one. Undefined: any.
 */
const preparation = payload.extend({ preparation: z.int().optional() });

/** Fails a video whose preparation has failed permanently. */
export const prepareVideoFailedJob = defineJob('prepare-video-failed', preparation);

/**
 * Turns an upload into files that browsers play. Enqueued in the transaction that creates or restarts the video. The
 * time limit is for two hours of 4K on a small machine; a lost worker is detected much earlier, by its missing
 * heartbeat.
 */
export const prepareVideoJob = defineJob('prepare-video', preparation, {
  timeoutSeconds: 12 * 3600,
  retryLimit: 4,
  retryDelaySeconds: 10,
  deadLetter: prepareVideoFailedJob,
});

/**
 * Makes the renditions and preview images of a ready video. Enqueued in the transaction that publishes it. If it fails
 * permanently, nobody is notified, because the video still plays in one size.
 */
export const makeRenditionsJob = defineJob('make-renditions', payload, {
  timeoutSeconds: 14 * 3600,
  retryLimit: 4,
  retryDelaySeconds: 30,
});

/** Makes the HDR rendition of a ready video that has renditions. Enqueued in the transaction that publishes these. */
export const makeHighRangeJob = defineJob('make-high-range', payload, {
  timeoutSeconds: 14 * 3600,
  retryLimit: 4,
  retryDelaySeconds: 30,
});

const piece = z.object({ splitId: id, number: z.int() });

/** Abandons the chunks of a video when one has failed permanently: the video is then encoded as a whole. */
export const encodePieceFailedJob = defineJob('encode-piece-failed', piece);

/** A chunk has at most some minutes of video. */
const PIECE = { timeoutSeconds: 3 * 3600, retryLimit: 4, retryDelaySeconds: 10, deadLetter: encodePieceFailedJob };

/** Encodes a chunk of the first size of a long video. Enqueued in the transaction that splits it. */
export const encodePieceJob = defineJob('encode-piece', piece, PIECE);

/** Encodes a chunk of all other sizes. */
export const encodeSizesPieceJob = defineJob('encode-sizes-piece', piece, PIECE);

/** Deletes the stored files of a deleted video. */
export const deleteObjectsJob = defineJob('delete-objects', payload);
