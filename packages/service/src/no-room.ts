/** The disk, the quota of a user of the system, or PostgreSQL. A store that is full has the first one, too. */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** There is no room to write, by the words of a program that has no code for it. */
export class NoRoomError extends Error {
  readonly code = 'ENOSPC';
}

/**
 * Whether something failed because there is no room, wherever that was noticed. It is never the fault of what was to be
 * written, and the same work succeeds when there is room again.
 */
export function isNoRoom(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && CODES.includes(one.code)) return true;
  }
  return false;
}

/** What the system says, at the end of a line of a program. A line of a file that is quoted there goes on. */
const WORDS = /(?:No space left on device|Disk quota exceeded)\s*$/im;

/** Whether a program says that there is no room. */
export function saysNoRoom(output: string): boolean {
  return WORDS.test(output);
}
