/** A change that no test notices, and why that is right. */
export interface Survivor {
  file: string;
  /** The line and the change, as the report has them. */
  code: string;
  change: string;
  /** `equivalent: …` if nobody could tell the difference, `masked: …` if a second guard does the same. */
  reason: string;
}

/** Several changes of one line that live for the same reason. */
export function all(file: string, code: string, changes: string[], reason: string): Survivor[] {
  return changes.map((change) => ({ file, code, change, reason }));
}
