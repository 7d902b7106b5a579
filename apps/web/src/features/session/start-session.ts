import { ACCESS_TOKEN_STORAGE_KEY } from '@kinreel/contracts/constants';
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { readAccessToken, removeAccessToken, saveAccessToken } from '../../shared/api/access-token.ts';
import { baseApi } from '../../shared/api/base-api.ts';
import { sessionExpired, setTokenRenewal, signedOut } from '../../shared/api/session-events.ts';
import { type RedirectResponse, takeRedirectResponse } from './redirect-response.ts';
import { sessionApi } from './session.api.ts';
import { noToken, type SessionState, setLoginMessage, setProviderMessage, setReturnTo } from './session.slice.ts';
import { loginFailure } from './session-messages.ts';
import { keepTokenFresh, renew } from './token-renewal.ts';

/** Visits of somebody whose token holds need nothing of the provider. */
const loadIdentity = () => import('./identity-client.ts');

type Thunk<T> = ThunkAction<T, SessionState, unknown, UnknownAction>;

/** Fetch the signed-in person; without a token there is nobody to fetch (LOGIN-11). */
export function loadUser(): Thunk<void> {
  return (dispatch) => {
    if (readAccessToken()) void dispatch(sessionApi.endpoints.getUser.initiate(undefined, { forceRefetch: true }));
    else dispatch(noToken());
  };
}

/** ROUTE-02: read the provider's answer, keep the token, fetch the person. A refused answer changes nothing kept before. */
function completeLogin(answer: RedirectResponse): Thunk<Promise<void>> {
  return async (dispatch) => {
    try {
      const { accessToken, returnTo } = await (await loadIdentity()).finishLogin(answer);
      saveAccessToken(accessToken);
      dispatch(setReturnTo(returnTo));
    } catch (error) {
      const failure = loginFailure(error);
      dispatch(failure.kind === 'provider' ? setProviderMessage(failure.text) : setLoginMessage(failure.text));
    }
    dispatch(loadUser());
  };
}

/**
 * Log out (HEAD-04): token, user and everything fetched go, the provider's session ends, the browser lands on /login.
 * The picture cookie goes first, as long as the token can still ask for it.
 */
export function logOut(): Thunk<Promise<void>> {
  return async (dispatch) => {
    const token = readAccessToken();
    if (token) {
      await fetch('/api/session', {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(3000),
      }).catch(() => null);
    }
    removeAccessToken();
    dispatch(signedOut());
    dispatch(baseApi.util.resetApiState());
    await (await loadIdentity()).logOut();
  };
}

/** Begin: who is signed in, and what keeps that true. Called once, before anything is drawn. */
export function startSession(store: { dispatch: ThunkDispatch<SessionState, unknown, UnknownAction> }): void {
  setTokenRenewal(renew);
  const answer = takeRedirectResponse();
  if (answer) void store.dispatch(completeLogin(answer));
  else store.dispatch(loadUser());
  // The cookie for pictures and videos lives as long as the token; fetching the user sets it anew.
  keepTokenFresh(() => store.dispatch(loadUser()));
  // Another tab has logged in, out, or in as somebody else.
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== ACCESS_TOKEN_STORAGE_KEY && key !== null) return;
    if (!readAccessToken()) {
      store.dispatch(sessionExpired());
      store.dispatch(baseApi.util.resetApiState());
    } else if (subjectOf(oldValue) !== subjectOf(newValue)) {
      store.dispatch(baseApi.util.resetApiState());
      store.dispatch(loadUser());
    }
  });
}

/** Whose token it is; null for none. */
function subjectOf(token: string | null): unknown {
  try {
    const part = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    return (JSON.parse(atob(part)) as { sub?: unknown }).sub ?? null;
  } catch {
    return null;
  }
}
