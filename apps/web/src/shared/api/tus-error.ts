import type { DetailedError } from 'tus-js-client';
import { type ApiError, NETWORK_DOWN, toApiError } from './api-error.ts';

/** The error in the server's response to an upload by tus, or NETWORK_DOWN without a response. */
export function toTusError(error: DetailedError): ApiError {
  const status = error.originalResponse?.getStatus() ?? 0;
  if (status === 0) return NETWORK_DOWN;
  let data: unknown = null;
  try {
    data = JSON.parse(error.originalResponse?.getBody() ?? '');
  } catch {
    // A response to HEAD has no body.
  }
  return toApiError({ status, data });
}
