import type { ErrorBody } from '@kinreel/contracts/common';
import { common } from '@kinreel/messages/en/common';
import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { localize } from '../i18n/localize.ts';

/** A failed API call. `status` is 0 if there was no response at all. */
export interface ApiError {
  status: number;
  /** Error code of the API, or `network.down` or `response.unreadable`. */
  code: string;
  /** Text to show to the user, in their language. */
  message: string;
  /** Values to insert into the text, by name. */
  params?: Record<string, string | number>;
  /** Messages of the invalid fields, by field name. */
  fields?: Record<string, string>;
}

/** No response: the connection or the server is down. */
export const NETWORK_DOWN: ApiError = {
  status: 0,
  code: 'network.down',
  // Read when it is shown: the translations load after this module.
  get message() {
    return common.offline;
  },
};

/** Codes of errors with the generic message. `server.failed` is also sent by the server. */
const UNEXPLAINED_CODES = ['response.unreadable', 'server.failed'];

/** Converts any error of `fetchBaseQuery` to an ApiError. */
export function toApiError(error: FetchBaseQueryError): ApiError {
  if (error.status === 'FETCH_ERROR' || error.status === 'TIMEOUT_ERROR') {
    return NETWORK_DOWN;
  }
  if (typeof error.status !== 'number') {
    const status = error.status === 'PARSING_ERROR' ? error.originalStatus : 0;
    return isGateway(status)
      ? { ...NETWORK_DOWN, status }
      : { status, code: 'response.unreadable', message: common.errorText };
  }
  if (isErrorBody(error.data)) {
    const { code, message, params, fields } = error.data;
    return {
      status: error.status,
      code,
      message: localize('errors', code, params, message),
      ...(params && { params }),
      ...(fields && { fields }),
    };
  }
  if (isGateway(error.status)) return { ...NETWORK_DOWN, status: error.status };
  return { status: error.status, code: 'server.failed', message: common.errorText };
}

/** Statuses that a proxy sends if the server does not respond. */
function isGateway(status: number): boolean {
  return status === 502 || status === 504;
}

/** Whether only the generic message can be shown, because the response had no code and no message (ERR-01). */
export function isGeneric(error: unknown): boolean {
  return !isApiError(error) || UNEXPLAINED_CODES.includes(error.code);
}

/** The title of an error: "Error" if only the generic message can be shown. */
export function errorTitle(error: unknown, title: string): string {
  return isGeneric(error) ? common.errorTitle : title;
}

/** The text to show for an error of a query or mutation. */
export function errorMessage(error: unknown): string {
  return isApiError(error) ? error.message : common.errorText;
}

export function isApiError(error: unknown): error is ApiError {
  return typeof (error as ApiError | null)?.status === 'number' && isErrorBody(error);
}

/** Whether the server was unreachable or failed, so that a retry may help. */
export function isUnreachable(error: ApiError | SerializedError): boolean {
  return isApiError(error) && (error.status === 0 || error.status >= 500);
}

function isErrorBody(data: unknown): data is ErrorBody {
  const body = data as { code?: unknown; message?: unknown } | null;
  return typeof body?.code === 'string' && typeof body.message === 'string';
}
