import type { Dispatch } from '@reduxjs/toolkit';
import { type BaseQueryFn, createApi, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { deleteSavedCopies } from '../offline/service-worker.ts';
import { SAVED_COPY_HEADER } from '../offline/worker-protocol.ts';
import { readAccessToken, removeAccessToken } from './access-token.ts';
import { type ApiError, NETWORK_DOWN, toApiError } from './api-error.ts';
import { takeEarlyAnswer } from './early-answers.ts';
import { untilReachable } from './reachability.ts';
import { renewToken, sessionExpired } from './session-events.ts';

/** Metadata of a response: the query string of the next page of a list, null on the last page. */
export interface ResponseMeta {
  next: string | null;
}

const rawQuery = fetchBaseQuery({
  baseUrl: '/',
  // Some responses are empty or text, but their errors are JSON.
  responseHandler: 'content-type',
  // RTK Query always passes a Request.
  fetchFn: async (request) => (await takeEarlyAnswer(request as Request)) ?? fetch(request),
  prepareHeaders: (headers) => {
    const token = readAccessToken();
    if (token) headers.set('authorization', `Bearer ${token}`);
  },
});

/** Error codes for a rejected token. A 401 with another code does not come from our API. */
const SESSION_CODES = ['session.expired', 'session.required'];

/**
 * Calls the API with the access token. If the token is rejected, renews it and repeats the call once. If that fails
 * too, deletes the token and dispatches `sessionExpired`. Keeps the token if the identity provider is unreachable.
 */
const query: BaseQueryFn<string | FetchArgs, unknown, ApiError, object, ResponseMeta> = async (args, api, extra) => {
  const token = readAccessToken();
  let response = await rawQuery(args, api, extra);
  if (token && isSessionError(response.error)) {
    const outcome = await renewToken(token);
    if (outcome === 'unreachable') {
      reportUnreachable();
      return { error: NETWORK_DOWN };
    }
    if (outcome === 'renewed') response = await rawQuery(args, api, extra);
  }
  // The response is a saved copy: report it, and refetch when the server responds again.
  if (response.meta?.response?.headers.has(SAVED_COPY_HEADER)) void untilReachable();
  const meta = { next: nextPage(response.meta?.response?.headers.get('link')) };
  if (!response.error) return { data: response.data, meta };
  if (token && isSessionError(response.error)) endSession(token, api.dispatch);
  const error = toApiError(response.error);
  if (error.code === NETWORK_DOWN.code) reportUnreachable();
  return { error, meta };
};

/** Starts polling the server. The store refetches all visible data once it responds. */
function reportUnreachable(): void {
  void untilReachable();
}

/**
 * Deletes a rejected token and ends the session, unless the user has logged in again meanwhile (also in another tab).
 */
export function endSession(rejectedToken: string, dispatch: Dispatch): void {
  if (readAccessToken() !== rejectedToken) return;
  removeAccessToken();
  dispatch(sessionExpired());
  void deleteSavedCopies();
}

function isSessionError(error: { status: unknown; data?: unknown } | undefined): boolean {
  const code = (error?.data as { code?: unknown } | undefined)?.code;
  return error?.status === 401 && typeof code === 'string' && SESSION_CODES.includes(code);
}

/**
 * The query string of the next page from the Link header (API-26), for example `?cursor=WyIyMDI2&limit=50`; null on the
 * last page.
 */
export function nextPage(link: string | null | undefined): string | null {
  const address = link?.match(/<([^>]+)>\s*;\s*rel="?next"?/)?.[1];
  return address ? new URL(address, 'http://localhost').search || null : null;
}

/** The API client. Each feature adds its endpoints with `injectEndpoints`. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: query,
  refetchOnReconnect: true,
  tagTypes: [
    'User',
    'Person',
    'Search',
    'Videos',
    'VideoLists',
    'Permission',
    'Shares',
    'News',
    'Links',
    'Invitations',
    'Connections',
    'Prompts',
    'Notifications',
    'Uploads',
    'Captions',
    'Audience',
    'Archive',
    'Devices',
    'Blocks',
    'Stewards',
    'Notes',
    'Push',
  ],
  endpoints: () => ({}),
});
