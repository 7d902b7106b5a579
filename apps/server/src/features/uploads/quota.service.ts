import { MAX_UNFINISHED_UPLOADS } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { claimUpload, countUnfinished, insertUpload, type UploadRow } from './resumable.queries.ts';
import { deleteReservation, insertReservation, lockSpace, renewReservation, spaceTaken } from './uploads.queries.ts';

/** A reservation whose upload shows no sign of life ends after this many minutes. */
const RESERVATION_MINUTES = 10;
const RENEW_EVERY_MS = 3 * 60_000;

/** Space promised to one upload while it is under way. */
export interface Reservation {
  id: string;
  /** What the upload may have at most. */
  bytes: number;
  /** Give back what was not used; safe to repeat. */
  release(): Promise<void>;
}

/**
 * Promise space to an upload, so that uploads side by side cannot pass the quota together.
 * @param bytes what it needs at most; null, where nobody knows, takes all that is left up to the largest video
 * @throws DomainError video.quota
 */
export async function reserveSpace(deps: Deps, ownerId: string, bytes: number | null): Promise<Reservation> {
  const { videoBytes } = deps.config.limits;
  const id = newId();
  const reserved = await deps.db.transaction().execute(async (tx) => {
    const free = await freeSpace(deps, tx, ownerId);
    const wanted = bytes ?? Math.min(videoBytes, free);
    if (wanted <= 0 || wanted > free) throw quotaError(deps);
    await insertReservation(tx, { id, ownerId, bytes: wanted, minutes: RESERVATION_MINUTES });
    return wanted;
  });
  const timer = setInterval(() => {
    renewReservation(deps.db, id, RESERVATION_MINUTES).catch((error) =>
      deps.log.warn({ err: error }, 'a reservation was not renewed'),
    );
  }, RENEW_EVERY_MS).unref();
  return {
    id,
    bytes: reserved,
    async release() {
      clearInterval(timer);
      // Should this fail, it ends by itself.
      await deleteReservation(deps.db, id).catch(() => {});
    },
  };
}

/** Turn a reservation into used space, in the transaction that writes the video. @throws DomainError video.quota */
export async function consumeReservation(
  deps: Deps,
  tx: Db,
  ownerId: string,
  id: string,
  bytes: number,
): Promise<void> {
  await lockSpace(tx, ownerId);
  await deleteReservation(tx, id);
  // Asked again, since a reservation may have run out while this process slept.
  if (bytes > deps.config.limits.quotaBytes - (await spaceTaken(tx, ownerId))) throw quotaError(deps);
}

/**
 * Begin a resumable upload: its whole size is promised for as long as it lives.
 * @throws DomainError video.quota, upload.too_many
 */
export async function reserveUpload(
  deps: Deps,
  upload: { id: string; ownerId: string; size: number; metadata: string },
): Promise<UploadRow> {
  return deps.db.transaction().execute(async (tx) => {
    if (upload.size > (await freeSpace(deps, tx, upload.ownerId))) throw quotaError(deps);
    if ((await countUnfinished(tx, upload.ownerId)) >= MAX_UNFINISHED_UPLOADS) {
      throw new DomainError('upload.too_many', { params: { max_uploads: MAX_UNFINISHED_UPLOADS } });
    }
    return insertUpload(tx, upload);
  });
}

/**
 * Turn a resumable upload into used space, in the transaction that writes its video.
 * @throws DomainError video.quota, or upload.missing if it has become a video before or was given up
 */
export async function consumeUpload(
  deps: Deps,
  tx: Db,
  upload: Pick<UploadRow, 'id' | 'owner_id' | 'size'>,
  videoId: string,
): Promise<void> {
  // What is free does not count this upload's own size; less than nothing if the quota was lowered meanwhile.
  if ((await freeSpace(deps, tx, upload.owner_id)) < 0) throw quotaError(deps);
  if (!(await claimUpload(tx, upload.id, videoId))) throw new DomainError('upload.missing');
}

function quotaError(deps: Deps): DomainError<'video.quota'> {
  return new DomainError('video.quota', { params: { max_bytes: deps.config.limits.quotaBytes } });
}

async function freeSpace(deps: Deps, tx: Db, ownerId: string): Promise<number> {
  await lockSpace(tx, ownerId);
  return deps.config.limits.quotaBytes - (await spaceTaken(tx, ownerId));
}
