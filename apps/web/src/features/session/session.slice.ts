import type { User } from '@kinreel/contracts/profile';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionExpired, signedOut } from '../../shared/api/session-events.ts';
import { sessionApi } from './session.api.ts';

/** Why there is no user although a token is kept: its profile is missing, or the server does not answer. */
export type SessionProblem = 'profile.missing' | 'unreachable';

interface UserState {
  user: User | undefined;
  /** Starts true: until the first look it is not known whether somebody is signed in (STATE-02). */
  isLoading: boolean;
  problem: SessionProblem | null;
  /** Where the login that has just ended was to lead: path and query, or a query alone. */
  returnTo: string;
}

const nobody: UserState = { user: undefined, isLoading: false, problem: null, returnTo: '' };

const userSlice = createSlice({
  name: 'user',
  initialState: { ...nobody, isLoading: true },
  reducers: {
    /** No access token: loading is done and nothing is fetched (LOGIN-11). */
    noToken: () => nobody,
    /** Clears the user and ends loading. */
    unsetUser: () => nobody,
    setReturnTo: (state, { payload }: PayloadAction<string>) => {
      state.returnTo = payload;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(sessionExpired, () => nobody)
      .addCase(signedOut, () => nobody)
      .addMatcher(sessionApi.endpoints.getUser.matchPending, (state) => {
        state.isLoading = true;
      })
      .addMatcher(sessionApi.endpoints.getUser.matchFulfilled, (state, { payload }) => {
        state.user = payload;
        state.isLoading = false;
        state.problem = null;
      })
      .addMatcher(sessionApi.endpoints.getUser.matchRejected, (state, { payload, meta }) => {
        // Not sent at all, or given up because the session has changed meanwhile
        if (meta.condition || meta.aborted) return;
        if (payload?.status === 401) return nobody;
        state.isLoading = false;
        if (payload?.code === 'profile.missing') {
          state.user = undefined;
          state.problem = 'profile.missing';
        } else if (!state.user) {
          // A person who is at work keeps the page; a failed reload of the user takes nothing away.
          state.problem = 'unreachable';
        }
      }),
});

export const { noToken, unsetUser, setReturnTo } = userSlice.actions;
export const userReducer = userSlice.reducer;

interface ErrorsState {
  loginMessage: string;
  registrationMessage: string;
  /** The provider's own words about a failed login, for the alert (LOGIN-07). */
  providerMessage: string;
}

const errorsSlice = createSlice({
  name: 'errors',
  initialState: { loginMessage: '', registrationMessage: '', providerMessage: '' } as ErrorsState,
  reducers: {
    setLoginMessage: (state, { payload }: PayloadAction<string>) => {
      state.loginMessage = payload;
    },
    setProviderMessage: (state, { payload }: PayloadAction<string>) => {
      state.providerMessage = payload;
    },
    /** Clears what was said about a login (LOGIN-10). */
    clearLoginMessage: (state) => {
      state.loginMessage = '';
      state.providerMessage = '';
    },
    setRegistrationMessage: (state, { payload }: PayloadAction<string>) => {
      state.registrationMessage = payload;
    },
    clearRegistrationMessage: (state) => {
      state.registrationMessage = '';
    },
  },
  // Once somebody is signed in, a refused answer from before is of no interest at the next login.
  extraReducers: (builder) =>
    builder.addMatcher(sessionApi.endpoints.getUser.matchFulfilled, (state) => {
      state.loginMessage = '';
      state.providerMessage = '';
    }),
});

export const {
  setLoginMessage,
  setProviderMessage,
  clearLoginMessage,
  setRegistrationMessage,
  clearRegistrationMessage,
} = errorsSlice.actions;
export const errorsReducer = errorsSlice.reducer;

/** The part of the store that this feature reads. */
export interface SessionState {
  user: UserState;
  errors: ErrorsState;
}
