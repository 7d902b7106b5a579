import { type Captions, type Cue, captions as captionsSchema } from '@kinreel/contracts/captions';

/**
 * Unsaved captions in session storage. They survive a reload, a crash and an expired session. Only the owner of the
 * video can open the editor that restores them.
 */
interface UnsavedCaptions {
  /** Version of the saved captions on which they are based. */
  version: Captions['version'];
  /** Origin of the cue times, in seconds of the untrimmed video. */
  startsAt: number;
  cues: Cue[];
}

const keyOf = (videoId: string) => `captions:${videoId}`;

export function saveUnsavedCaptions(videoId: string, captions: UnsavedCaptions): void {
  try {
    sessionStorage.setItem(keyOf(videoId), JSON.stringify(captions));
  } catch {
    // Storage is full or blocked. The editor works without it.
  }
}

export function clearUnsavedCaptions(videoId: string): void {
  try {
    sessionStorage.removeItem(keyOf(videoId));
  } catch {
    // Storage is blocked.
  }
}

/** @returns null if there are none or they cannot be read */
export function readUnsavedCaptions(videoId: string): UnsavedCaptions | null {
  try {
    const { version, startsAt, cues } = JSON.parse(sessionStorage.getItem(keyOf(videoId)) ?? 'null');
    const { shape } = captionsSchema;
    return {
      version: shape.version.parse(version),
      // Earlier versions of the app did not save it.
      startsAt: shape.starts_at.parse(startsAt ?? 0),
      cues: shape.cues.parse(cues),
    };
  } catch {
    return null;
  }
}
