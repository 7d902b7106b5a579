import type { ApiError } from '../../shared/api/api-error.ts';

/**
 * Kinds of failed requests:
 * - connection: no connection, or the server is unavailable; resumes automatically.
 * - server: a server error; a few retries may help.
 * - expired: the server no longer has the upload.
 * - rejected: the server does not accept it.
 */
export type FailureKind = 'connection' | 'server' | 'expired' | 'rejected';

/** No response, timeouts, too many requests, or a server that is starting or unavailable. */
const TEMPORARY = [0, 408, 425, 429, 502, 503, 504];

/** The server has another offset, or still locks the upload for the lost connection. The next attempt resolves it. */
const UNSETTLED = [409, 423];

/** @param isCreated whether the server has created the upload */
export function failureKind({ status }: Pick<ApiError, 'status'>, isCreated: boolean): FailureKind {
  if (TEMPORARY.includes(status) || (isCreated && UNSETTLED.includes(status))) return 'connection';
  if (isCreated && (status === 404 || status === 410)) return 'expired';
  return status === 500 ? 'server' : 'rejected';
}

/** Error code of an upload that the server no longer has. */
export const EXPIRED = 'upload.missing';

/** Errors of the file itself, which only another file can solve. */
const FILE_CODES = ['video.empty', 'video.not_a_video', 'video.no_picture', 'video.too_long', 'video.too_large'];

/** Whether only another file can help. */
export function needsOtherFile(code: string | undefined): boolean {
  return code !== undefined && FILE_CODES.includes(code);
}

/** The server has deleted or rejected the bytes, so a retry starts from the beginning. */
const RESTART_CODES = [EXPIRED, 'video.checksum', ...FILE_CODES];

/** Whether a retry after this error sends the file from its start. */
export function mustRestart(code: string | undefined): boolean {
  return code !== undefined && RESTART_CODES.includes(code);
}

/** Retries after a server error before the upload fails. */
export const SERVER_ATTEMPTS = 3;

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/** Delay before the next attempt in milliseconds: 1 s, doubled each time, at most 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
}
