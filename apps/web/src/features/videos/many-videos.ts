/** How many calls go on at a time when many videos are changed. */
export const AT_ONCE = 4;

/** What became of a piece of work on many videos. */
export interface Outcome {
  done: string[];
  /** Videos it did not work for, in their order; those never tried after a stop are in neither list. */
  failed: string[];
  /** What the first failure said. */
  error?: unknown;
}

/** The set with this id in it, or without it if it was there. */
export function toggled(chosen: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

/**
 * Ids of the chosen videos that are shown. What the filter hides is never acted upon, and is chosen again once it is
 * shown again.
 */
export function chosenAmong(shown: readonly { id: string }[], chosen: ReadonlySet<string>): string[] {
  return shown.filter((video) => chosen.has(video.id)).map((video) => video.id);
}

/** The set without the ids that are done with. */
export function without(chosen: ReadonlySet<string>, ids: readonly string[]): Set<string> {
  return new Set([...chosen].filter((id) => !ids.includes(id)));
}

/**
 * Does one thing to each video, at most `AT_ONCE` at a time, and goes on after a failure. It never rejects.
 * @param onProgress told after each how many were tried
 */
export async function workThrough(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
  onProgress: (tried: number) => void,
  signal?: AbortSignal,
): Promise<Outcome> {
  const done: string[] = [];
  const failures = new Map<string, unknown>();
  const waiting = ids.values();
  async function lane() {
    for (const id of waiting) {
      try {
        await work(id);
        done.push(id);
      } catch (error) {
        failures.set(id, error);
      }
      onProgress(done.length + failures.size);
      if (signal?.aborted) return;
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, lane));
  const [error] = failures.values();
  return { done, failed: ids.filter((id) => failures.has(id)), error };
}
