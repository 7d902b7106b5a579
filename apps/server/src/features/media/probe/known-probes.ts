import { probeVideo, type VideoProbe } from './probe.ts';

/** How many originals are remembered: those whose further sizes wait behind the first playback of other videos. */
const MAX_KNOWN = 100;

/** What this process has found out about originals. They never change, and each is needed by two or three jobs. */
export interface KnownProbes {
  /**
   * @param key of the original in the storage
   * @returns a `probeVideo` that reads it only if this process has not
   */
  of(key: string): typeof probeVideo;
}

export function createKnownProbes(): KnownProbes {
  const known = new Map<string, VideoProbe>();
  return {
    of: (key) => async (path, tools, signal) => {
      const probe = known.get(key) ?? (await probeVideo(path, tools, signal));
      // Whatever failed is tried again, and what only the reader without ffmpeg saw is no full answer.
      if (probe && tools) known.set(key, probe);
      const [oldest] = known.keys();
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
      return probe;
    },
  };
}
