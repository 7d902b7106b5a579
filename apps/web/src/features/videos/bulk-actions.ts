/** Maximum number of parallel API calls of a bulk action. */
export const MAX_CONCURRENT = 4;

/** Result of a bulk action. Ids skipped after a stop are in neither list. */
export interface BulkResult {
  done: string[];
  /** Ids that failed, in their original order. */
  failed: string[];
  /** The first error. */
  error?: unknown;
}

/** A copy of the set with the id toggled. */
export function toggleId(selected: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Ids of the selected videos that the filter shows. Actions never apply to hidden videos, which stay selected. */
export function visibleSelection(visible: readonly { id: string }[], selected: ReadonlySet<string>): string[] {
  return visible.filter((video) => selected.has(video.id)).map((video) => video.id);
}

/** A copy of the set without these ids. */
export function removeIds(selected: ReadonlySet<string>, ids: readonly string[]): Set<string> {
  return new Set([...selected].filter((id) => !ids.includes(id)));
}

/**
 * Runs `work` for each id, at most `MAX_CONCURRENT` at a time. Continues after failures and never rejects.
 * @param onProgress called after each id with the number completed, failures included
 * @param signal stops before the next id
 */
export async function runBulk(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
  onProgress: (completed: number) => void,
  signal?: AbortSignal,
): Promise<BulkResult> {
  const done: string[] = [];
  const failures = new Map<string, unknown>();
  const remaining = ids.values();
  async function worker() {
    for (const id of remaining) {
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
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, ids.length) }, worker));
  const [error] = failures.values();
  return { done, failed: ids.filter((id) => failures.has(id)), error };
}
