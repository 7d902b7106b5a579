import { join } from 'node:path';
import type { Video } from '@kinreel/contracts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { makePoster } from '../../platform/pictures/decode-picture.ts';
import type { SentPicture } from '../../platform/pictures/sent-pictures.ts';
import { storeFile } from '../media/deliver/media.service.ts';
import { replacePoster } from '../videos/video-lifecycle.ts';
import { deleteOutdated, getVideo } from '../videos/videos.service.ts';
import { requireOwnVideo } from '../visibility/visibility.policy.ts';

/** Longest side of a chosen poster in pixels, the same as of a generated one. */
const POSTER_SIDE = 1280;

/**
 * Makes a picture the poster of the caller's video. Trimming the video replaces it with a generated poster, because the
 * chosen one may show what was trimmed away.
 * @throws DomainError video.missing unless it is the caller's own; video.not_ready; photo.unreadable, photo.too_large,
 *   photo.busy
 */
export async function changePoster(
  deps: Deps,
  id: string,
  callerId: string,
  { folder, encode }: SentPicture,
): Promise<Video> {
  const videoId = await requireOwnVideo(deps.db, id, callerId);
  const encoded = join(folder, 'poster.webp');
  const thumbhash = await encode((path, signal) => makePoster(path, encoded, { side: POSTER_SIDE, signal }));
  const stored = await storeFile(deps.storage, videoId, encoded, 'webp');
  try {
    const previous = await deps.db.transaction().execute(async (tx) => {
      await requireOwnVideo(tx, videoId, callerId);
      const poster = { kind: 'poster' as const, contentType: 'image/webp', ...stored };
      const previous = await replacePoster(tx, videoId, poster, thumbhash);
      if (!previous) throw new DomainError('video.not_ready');
      return previous;
    });
    await deleteOutdated(deps, previous);
  } catch (error) {
    await deps.storage.delete(stored.key);
    throw error;
  }
  return getVideo(deps.db, videoId, callerId);
}
