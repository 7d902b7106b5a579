import type { Dispatch } from '@reduxjs/toolkit';
import { type BaseQueryFn, createApi, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { readAccessToken, removeAccessToken } from './access-token.ts';
import { type ApiError, NETWORK_DOWN, toApiError } from './api-error.ts';
import { untilReachable } from './reachability.ts';
import { renewToken, sessionExpired } from './session-events.ts';

/** What an answer carries beside its body: the query string of the list's next page, null at its end. */
export interface ResponseMeta {
  next: string | null;
}

const rawQuery = fetchBaseQuery({
  baseUrl: '/',
  prepareHeaders: (headers) => {
    const token = readAccessToken();
    if (token) headers.set('authorization', `Bearer ${token}`);
  },
});

/** Codes that say the token itself is refused; other 401s would be none of ours. */
const SESSION_CODES = ['session.expired', 'session.required'];

/**
 * One call to the API with the token. A refused token is renewed once and the call repeated; when that fails too the
 * token is dropped and `sessionExpired` is dispatched. A provider that does not answer leaves the token where it is.
 */
const query: BaseQueryFn<string | FetchArgs, unknown, ApiError, object, ResponseMeta> = async (args, api, extra) => {
  const token = readAccessToken();
  let answer = await rawQuery(args, api, extra);
  if (token && isSessionError(answer.error)) {
    const outcome = await renewToken(token);
    if (outcome === 'unreachable') return { error: reportUnreachable() };
    if (outcome === 'renewed') answer = await rawQuery(args, api, extra);
  }
  const meta = { next: nextPage(answer.meta?.response?.headers.get('link')) };
  if (!answer.error) return { data: answer.data, meta };
  if (token && isSessionError(answer.error)) endSession(token, api.dispatch);
  const error = toApiError(answer.error);
  return { error: error === NETWORK_DOWN ? reportUnreachable() : error, meta };
};

/** No answer came: a look begins, and what failed is fetched again once the server is back (see the store). */
function reportUnreachable(): ApiError {
  void untilReachable();
  return NETWORK_DOWN;
}

/** Drop a token that is refused for good, unless somebody logged in anew meanwhile, in this tab or another. */
export function endSession(rejectedToken: string, dispatch: Dispatch): void {
  if (readAccessToken() !== rejectedToken) return;
  removeAccessToken();
  dispatch(sessionExpired());
}

function isSessionError(error: { status: unknown; data?: unknown } | undefined): boolean {
  const code = (error?.data as { code?: unknown } | undefined)?.code;
  return error?.status === 401 && typeof code === 'string' && SESSION_CODES.includes(code);
}

/**
 * The query string of a list's next page, from the answer's Link header (API-26), for instance
 * `?cursor=WyIyMDI2&limit=50`; null at the end of the list.
 */
export function nextPage(link: string | null | undefined): string | null {
  const address = link?.match(/<([^>]+)>\s*;\s*rel="?next"?/)?.[1];
  return address ? new URL(address, 'http://localhost').search || null : null;
}

/** The one API of the app; each feature adds its own calls with `injectEndpoints`. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: query,
  refetchOnReconnect: true,
  tagTypes: [
    'User',
    'Person',
    'Search',
    'Videos',
    'Permission',
    'Shares',
    'Links',
    'Connections',
    'Prompts',
    'Notifications',
    'Uploads',
    'Captions',
  ],
  endpoints: () => ({}),
});
