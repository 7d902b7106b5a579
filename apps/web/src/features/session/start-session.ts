import { ACCESS_TOKEN_STORAGE_KEY } from '@kinreel/contracts/constants';
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { claimsOf, readAccessToken, removeAccessToken, saveAccessToken } from '../../shared/api/access-token.ts';
import { baseApi } from '../../shared/api/base-api.ts';
import { sessionExpired, setTokenRenewal, signedOut } from '../../shared/api/session-events.ts';
import { forgetPushDevice } from '../../shared/offline/push-device.ts';
import { claimSavedCopies, deleteSavedCopies } from '../../shared/offline/service-worker.ts';
import { readPublicConfig } from '../../shared/public-config.ts';
import { whenIdle } from '../../shared/when-idle.ts';
import { type RedirectResponse, takeRedirectResponse } from './redirect-response.ts';
import { sessionApi } from './session.api.ts';
import {
  noToken,
  otherAddress,
  type SessionState,
  setLoginMessage,
  setProviderMessage,
  setReturnTo,
} from './session.slice.ts';
import { loginFailure } from './session-messages.ts';
import { keepTokenFresh, renew } from './token-renewal.ts';

/** Loaded on demand: with a valid token the identity provider is not needed. */
const loadIdentity = () => import('./identity-client.ts');

type Thunk<T> = ThunkAction<T, SessionState, unknown, UnknownAction>;

/** Fetches the signed-in user, if there is a token (LOGIN-11). */
export function loadUser(): Thunk<Promise<void>> {
  return async (dispatch) => {
    const token = readAccessToken();
    if (!token) {
      dispatch(noToken());
      await deleteSavedCopies();
      return;
    }
    await claimSavedCopies(String(claimsOf(token).sub));
    void dispatch(sessionApi.endpoints.getUser.initiate(undefined, { forceRefetch: true }));
  };
}

/**
 * ROUTE-02: saves the token from the provider's response and fetches the user. After an error an existing token is
 * kept.
 */
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
    void dispatch(loadUser());
  };
}

/**
 * Logs out (HEAD-04): deletes the token and all fetched data and ends the session at the identity provider, which
 * redirects to /login. The media cookie is cleared first, because that request needs the token.
 */
export function logOut(): Thunk<Promise<void>> {
  return async (dispatch) => {
    const token = readAccessToken();
    if (token) {
      await fetch('/api/session', {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(3000),
      }).catch((error) => console.error('Error with user logout', error));
    }
    removeAccessToken();
    // The server has deleted the push subscription. The next login does not renew it.
    forgetPushDevice();
    dispatch(signedOut());
    dispatch(baseApi.util.resetApiState());
    await deleteSavedCopies();
    await (await loadIdentity()).logOut();
  };
}

/**
 * Shows the site's address if the browser is at another one, where a login would fail. An existing session still works
 * there.
 */
function checkAddress(): Thunk<Promise<void>> {
  return async (dispatch) => {
    const config = await readPublicConfig().catch(() => null);
    // A configuration cached by the service worker of an earlier release has no origins.
    if (config?.origins?.includes(window.location.origin) !== false) return;
    const { iss } = claimsOf(readAccessToken());
    const isCurrent = [config.address, config.identity.domain].map(hostOf).includes(hostOf(String(iss)));
    if (!isCurrent) dispatch(otherAddress(config.address));
  };
}

/** The host of a URL, or of a host without a scheme. */
const hostOf = (url: string) => url.replace(/^https?:\/\//, '').split('/')[0];

/** Restores or completes the login and keeps the session up to date. Called once, before the first render. */
export function startSession(store: { dispatch: ThunkDispatch<SessionState, unknown, UnknownAction> }): void {
  setTokenRenewal(renew);
  const answer = takeRedirectResponse();
  if (answer) void store.dispatch(completeLogin(answer));
  else void store.dispatch(loadUser());
  whenIdle(() => void store.dispatch(checkAddress()));
  // The media cookie expires with the token. Fetching the user sets a new one.
  keepTokenFresh(() => void store.dispatch(loadUser()));
  // Another tab has logged in, logged out, or switched the user.
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== ACCESS_TOKEN_STORAGE_KEY && key !== null) return;
    if (!readAccessToken()) {
      store.dispatch(sessionExpired());
      store.dispatch(baseApi.util.resetApiState());
      void deleteSavedCopies();
    } else if (claimsOf(oldValue).sub !== claimsOf(newValue).sub) {
      store.dispatch(baseApi.util.resetApiState());
      void store.dispatch(loadUser());
    }
  });
}
