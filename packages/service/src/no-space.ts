/** Disk full, disk quota exceeded, PostgreSQL disk full. A full object store has the first code as well. */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** No disk space, as reported by the output of a program. */
export class NoSpaceError extends Error {
  readonly code = 'ENOSPC';
}

/**
 * Whether something failed for lack of space on disk, in the store or in the database. The same work succeeds once
 * there is space.
 */
export function isNoSpaceError(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && CODES.includes(one.code)) return true;
  }
  return false;
}

/** The system's message at the end of an output line, so that quoted file content does not match. */
const MESSAGE = /(?:No space left on device|Disk quota exceeded)\s*$/im;

/** Whether a program's output reports a lack of disk space. */
export function reportsNoSpace(output: string): boolean {
  return MESSAGE.test(output);
}
