import { id } from '@kinreel/contracts';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

const payload = z.object({ videoId: id });

/**
 * `preparation` is the one of videos.preparation that the job belongs to, so that a late job cannot change the result
 * of a newer one. Without it the job prepares the video whichever preparation it is at.
 */
const preparation = payload.extend({ preparation: z.int().optional() });

/** Fails a video whose preparation failed permanently. */
export const prepareVideoFailedJob = defineJob('prepare-video-failed', preparation);

/**
 * Turns an upload into files that browsers play. Enqueued in the transaction that creates or restarts the video. Two
 * hours of 4K take a small machine most of this time; a worker that is gone is noticed much earlier, by its missing
 * heartbeat.
 */
export const prepareVideoJob = defineJob('prepare-video', preparation, {
  timeoutSeconds: 12 * 3600,
  retryLimit: 4,
  retryDelaySeconds: 10,
  deadLetter: prepareVideoFailedJob,
});

/**
 * Makes the renditions that a player switches between, and the preview, of a ready video. Enqueued in the transaction
 * that publishes it. If it fails permanently, nobody is notified: the video still plays in one size.
 */
export const makeRenditionsJob = defineJob('make-renditions', payload, {
  timeoutSeconds: 14 * 3600,
  retryLimit: 4,
  retryDelaySeconds: 30,
});

/**
 * Makes the rendition for screens that show high dynamic range, of a ready video that has renditions. Enqueued in the transaction that
 * publishes those.
 */
export const makeHighRangeJob = defineJob('make-high-range', payload, {
  timeoutSeconds: 14 * 3600,
  retryLimit: 4,
  retryDelaySeconds: 30,
});

const piece = z.object({ splitId: id, number: z.int() });

/** Gives up the pieces of a film of which one failed permanently: it is then encoded as a whole. */
export const encodePieceFailedJob = defineJob('encode-piece-failed', piece);

/** A piece has minutes of film at most. */
const PIECE = { timeoutSeconds: 3 * 3600, retryLimit: 4, retryDelaySeconds: 10, deadLetter: encodePieceFailedJob };

/** Encodes a piece of the first size of a long film. Enqueued in the transaction that splits it. */
export const encodePieceJob = defineJob('encode-piece', piece, PIECE);

/** The same for all other sizes. */
export const encodeSizesPieceJob = defineJob('encode-sizes-piece', piece, PIECE);

/** Deletes the stored files of a deleted video. */
export const deleteObjectsJob = defineJob('delete-objects', payload);
