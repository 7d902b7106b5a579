/** How long something has run, its pauses left out. Times are milliseconds of one steady clock. */
export interface Elapsed {
  /** What ran before the last pause. */
  before: number;
  /** When it went on; null while it stands still. */
  since: number | null;
}

export const NOT_STARTED: Elapsed = { before: 0, since: null };

/** Start, or go on after a pause. */
export function goOn(elapsed: Elapsed, now: number): Elapsed {
  return elapsed.since === null ? { before: elapsed.before, since: now } : elapsed;
}

export function standStill(elapsed: Elapsed, now: number): Elapsed {
  return { before: elapsedMs(elapsed, now), since: null };
}

export function elapsedMs({ before, since }: Elapsed, now: number): number {
  return since === null ? before : before + Math.max(0, now - since);
}
