import { probeVideo, type VideoProbe } from './probe.ts';

/** Maximum number of cached probes: videos whose further sizes wait until other videos have their first one. */
const MAX_KNOWN = 100;

/** Cached probes of originals. Originals never change, and each is probed by two or three jobs. */
export interface KnownProbes {
  /**
   * @param key of the original in the storage
   * @returns a `probeVideo` that reads it only if it is not cached
   */
  of(key: string): typeof probeVideo;
}

export function createKnownProbes(): KnownProbes {
  const known = new Map<string, VideoProbe>();
  return {
    of: (key) => async (path, tools, signal) => {
      const probe = known.get(key) ?? (await probeVideo(path, tools, signal));
      // Not cached: failures, and incomplete results of the reader without ffmpeg.
      if (probe && tools) known.set(key, probe);
      const [oldest] = known.keys();
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
      return probe;
    },
  };
}
