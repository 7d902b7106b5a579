/** Recorded time without pauses. All times are milliseconds of one monotonic clock. */
export interface ElapsedTime {
  /** Time until the last pause. */
  before: number;
  /** When it was started or resumed; null while it is paused. */
  since: number | null;
}

export const NOT_STARTED: ElapsedTime = { before: 0, since: null };

/** Starts, or resumes after a pause. */
export function startTime(elapsed: ElapsedTime, now: number): ElapsedTime {
  return elapsed.since === null ? { before: elapsed.before, since: now } : elapsed;
}

export function pauseTime(elapsed: ElapsedTime, now: number): ElapsedTime {
  return { before: elapsedMs(elapsed, now), since: null };
}

export function elapsedMs({ before, since }: ElapsedTime, now: number): number {
  return since === null ? before : before + Math.max(0, now - since);
}
