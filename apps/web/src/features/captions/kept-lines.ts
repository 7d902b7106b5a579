import { type Captions, type Cue, captions } from '@kinreel/contracts/captions';

/**
 * Lines that were written and not saved, kept by this tab: they survive a reload, a crash and the end of the session.
 * Only the owner of the video can open the editor that shows them again.
 */
interface KeptLines {
  /** The captions that they were made from. */
  version: Captions['version'];
  cues: Cue[];
}

const keyOf = (videoId: string) => `captions:${videoId}`;

export function keepLines(videoId: string, lines: KeptLines): void {
  try {
    sessionStorage.setItem(keyOf(videoId), JSON.stringify(lines));
  } catch {
    // A full or forbidden storage keeps nothing; the editor works without.
  }
}

export function forgetLines(videoId: string): void {
  try {
    sessionStorage.removeItem(keyOf(videoId));
  } catch {
    // as above
  }
}

/** @returns null without any */
export function keptLines(videoId: string): KeptLines | null {
  try {
    const { version, cues } = JSON.parse(sessionStorage.getItem(keyOf(videoId)) ?? 'null');
    return { version: captions.shape.version.parse(version), cues: captions.shape.cues.parse(cues) };
  } catch {
    return null;
  }
}
