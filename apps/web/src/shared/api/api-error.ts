import { ERRORS } from '@kinreel/contracts/errors';
import { messages } from '@kinreel/contracts/messages';
import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';

/** Every failed call, in one shape. `status` is 0 when no answer came at all. */
export interface ApiError {
  status: number;
  /** Stable dotted code of the contracts, or `network.down`, `response.unreadable`. */
  code: string;
  /** A sentence for people. */
  message: string;
  /** Message of each invalid field, by its name in the request. */
  fields?: Record<string, string>;
}

/** No answer came: the line or the server is down. */
export const NETWORK_DOWN: ApiError = {
  status: 0,
  code: 'network.down',
  message: 'We could not reach Kinreel. Please check your connection and try again.',
};

/** Bring a failure of fetch, of its answer or of its reading into the one shape. */
export function toApiError(error: FetchBaseQueryError): ApiError {
  if (error.status === 'FETCH_ERROR' || error.status === 'TIMEOUT_ERROR') {
    return NETWORK_DOWN;
  }
  if (typeof error.status !== 'number') {
    const status = error.status === 'PARSING_ERROR' ? error.originalStatus : 0;
    return status === 502 || status === 504
      ? NETWORK_DOWN
      : { status, code: 'response.unreadable', message: messages.generic.text };
  }
  if (isErrorBody(error.data)) return { status: error.status, ...error.data };
  if (error.status === 502 || error.status === 504) return NETWORK_DOWN;
  return { status: error.status, code: 'server.failed', message: ERRORS['server.failed'].message };
}

/** The sentence to show for whatever a query or mutation failed with. */
export function errorMessage(error: unknown): string {
  if (isApiError(error)) return error.message;
  return messages.generic.text;
}

export function isApiError(error: unknown): error is ApiError {
  return typeof (error as ApiError | null)?.status === 'number' && isErrorBody(error);
}

/** Whether the server could not be reached, so that trying again is the thing to do. */
export function isUnreachable(error: ApiError | SerializedError): boolean {
  return isApiError(error) && (error.status === 0 || error.status >= 500);
}

function isErrorBody(data: unknown): data is { code: string; message: string; fields?: Record<string, string> } {
  const body = data as { code?: unknown; message?: unknown } | null;
  return typeof body?.code === 'string' && typeof body.message === 'string';
}
