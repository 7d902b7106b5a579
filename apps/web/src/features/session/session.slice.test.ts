import { configureStore } from '@reduxjs/toolkit';
import { expect, test } from 'vitest';
import { baseApi } from '../../shared/api/base-api.ts';
import { sessionExpired, signedOut } from '../../shared/api/session-events.ts';
import { sessionApi } from './session.api.ts';
import {
  clearLoginMessage,
  errorsReducer,
  noToken,
  setLoginMessage,
  setProviderMessage,
  userReducer,
} from './session.slice.ts';

const person = { id: '1', first_name: 'Odalie' };

function freshStore() {
  return configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, user: userReducer, errors: errorsReducer },
    middleware: (getDefault) => getDefault().concat(baseApi.middleware),
  });
}

/** The actions that RTK Query dispatches when it fetches the user. */
const meta = (requestId: string) => ({
  requestId,
  arg: { type: 'query', endpointName: 'getUser', originalArgs: undefined, queryCacheKey: 'getUser(undefined)' },
});
const pending = { type: 'api/executeQuery/pending', meta: { ...meta('a'), requestStatus: 'pending' } };
const fulfilled = {
  type: 'api/executeQuery/fulfilled',
  payload: person,
  meta: { ...meta('a'), requestStatus: 'fulfilled' },
};
const rejected = (status: number, code: string) => ({
  type: 'api/executeQuery/rejected',
  payload: { status, code, message: '' },
  error: { message: 'Rejected' },
  meta: { ...meta('a'), requestStatus: 'rejected', rejectedWithValue: true, condition: false },
});

function userAfter(...actions: { type: string }[]) {
  return actions.reduce(userReducer, userReducer(undefined, { type: 'start' }));
}

test('[STATE-02] isLoading starts true, without a user', () => {
  expect(freshStore().getState().user).toMatchObject({ user: undefined, isLoading: true });
  expect(sessionApi.endpoints.getUser.matchPending(pending)).toBe(true);
});

test('[LOGIN-11] without a token isLoading is false; a fetch sets isLoading, its success sets the user', () => {
  expect(userAfter(noToken())).toMatchObject({ user: undefined, isLoading: false, problem: null });
  expect(userAfter(noToken(), pending).isLoading).toBe(true);
  expect(userAfter(pending, fulfilled)).toMatchObject({ user: person, isLoading: false });
});

test('[LOGIN-11] a failed fetch ends loading and distinguishes a rejected token, a missing profile and a missing response', () => {
  expect(userAfter(pending, rejected(401, 'session.expired'))).toMatchObject({ isLoading: false, problem: null });
  expect(userAfter(pending, rejected(404, 'profile.missing'))).toMatchObject({
    isLoading: false,
    problem: 'profile.missing',
  });
  expect(userAfter(pending, rejected(0, 'network.down'))).toMatchObject({ isLoading: false, problem: 'unreachable' });
});

test('[LOGIN-11] a failed refetch keeps the user', () => {
  expect(userAfter(pending, fulfilled, pending, rejected(0, 'network.down'))).toMatchObject({
    user: person,
    isLoading: false,
    problem: null,
  });
});

test('[LOGIN-11] a fetch aborted because the session ended in another tab does not count as unreachable', () => {
  const { payload: _none, ...action } = rejected(0, '');
  const aborted = { ...action, meta: { ...action.meta, rejectedWithValue: false, aborted: true } };
  expect(userAfter(pending, sessionExpired(), aborted)).toMatchObject({ isLoading: false, problem: null });
});

test.each([signedOut(), sessionExpired()])(
  '[LOGIN-11][HEAD-04] $type clears the user and sets isLoading to false',
  (action) => {
    expect(userAfter(pending, fulfilled, action)).toMatchObject({ user: undefined, isLoading: false });
  },
);

test('[STATE-01][LOGIN-10] the clear action clears the login messages', () => {
  const store = freshStore();
  store.dispatch(setLoginMessage('a'));
  store.dispatch(setProviderMessage('b'));
  store.dispatch(clearLoginMessage());
  expect(store.getState().errors).toMatchObject({ loginMessage: '', registrationMessage: '', providerMessage: '' });
});

test('[LOGIN-10] login messages are cleared once a user is signed in', () => {
  const store = freshStore();
  store.dispatch(setLoginMessage('a'));
  store.dispatch(setProviderMessage('b'));
  store.dispatch(fulfilled);
  expect(store.getState().errors).toMatchObject({ loginMessage: '', providerMessage: '' });
});
