import type { ApiError } from '../../shared/api/api-error.ts';

/**
 * What a failure means for an upload. line: the line or the server is down or busy, it goes on by itself. server: it is
 * broken, a few more attempts may help. session: the token is refused. gone: what was sent is no longer there. refused:
 * the server does not want it, for the reason given.
 */
export type FailureKind = 'line' | 'server' | 'session' | 'gone' | 'refused';

/** No answer, timeouts, too much at once, a server that is starting or not there. */
const PASSING = [0, 408, 425, 429, 502, 503, 504];

/** The server sees another offset, or still holds the upload for the broken line: asking again settles it. */
const UNSETTLED = [409, 423];

/** @param begun whether the server has had a place for it */
export function failureKind({ status }: Pick<ApiError, 'status'>, begun: boolean): FailureKind {
  if (PASSING.includes(status) || (begun && UNSETTLED.includes(status))) return 'line';
  if (status === 401) return 'session';
  if (begun && (status === 404 || status === 410)) return 'gone';
  return status === 500 ? 'server' : 'refused';
}

/** Refusals of the bytes themselves: the server has thrown them away, another attempt begins from the start. */
const OF_THE_BYTES = ['video.checksum', 'video.not_a_video', 'video.no_picture', 'video.too_long', 'video.too_large'];

export function restarts(kind: FailureKind, { code }: Pick<ApiError, 'code'>): boolean {
  return kind === 'gone' || OF_THE_BYTES.includes(code);
}

/** What is said when the part that was sent is no longer there. */
export const GONE_WORDS = 'What was sent of this video is no longer kept. Please send it once more.';

/** Attempts at a server that answers with an error of its own, before it is told as a failure. */
export const SERVER_ATTEMPTS = 3;

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

/** How long to wait before the next attempt, in milliseconds: 1 s, then twice as long each time, 30 s at most. */
export function retryDelay(attempts: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempts);
}
