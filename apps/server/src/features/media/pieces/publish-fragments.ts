import type { Deps } from '../../../platform/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { addFragment, forgetFragments } from '../../videos/growing-videos.service.ts';
import type { ProcessingVideo } from '../../videos/video-lifecycle.ts';
import { storeFile } from '../store-file.ts';
import type { FragmentFile } from './follow-fragments.ts';

/** Publishes the fragments of one attempt to prepare a video. */
export interface FragmentPublisher {
  /**
   * Stores a fragment, then inserts its row. Never throws: without fragments, the video can be watched when it is
   * ready.
   */
  publish: (fragment: FragmentFile) => Promise<void>;
  /** Id of the growing video if all fragments so far were published; else null. */
  growingId: () => string | null;
}

export function createFragmentPublisher(
  { db, storage, log }: Pick<Deps, 'db' | 'storage' | 'log'>,
  video: ProcessingVideo,
  signal: AbortSignal,
): FragmentPublisher {
  const { videoId } = video;
  let growingId = newId();
  let state: 'none' | 'growing' | 'broken' = 'none';
  /** Called when a copy is not usable and the video is encoded: the fragments of the copy may be unusable too. */
  async function beginAgain(): Promise<void> {
    growingId = newId();
    state = 'none';
    await db.transaction().execute((tx) => forgetFragments(tx, videoId));
  }
  return {
    async publish({ path, number, seconds }) {
      try {
        if (number === 0 && state !== 'none') await beginAgain();
        if (state === 'broken') return;
        const stored = await storeFile(storage, videoId, path, 'm4s', signal);
        const fragment = { number, seconds, ...stored };
        const added = await db.transaction().execute((tx) => addFragment(tx, video, growingId, fragment));
        state = added ? 'growing' : 'broken';
        if (!added) await storage.delete(stored.key);
      } catch (error) {
        state = 'broken';
        if (!signal.aborted) log.warn({ err: error, videoId }, 'HLS fragment not published');
      }
    },
    growingId: () => (state === 'growing' ? growingId : null),
  };
}
