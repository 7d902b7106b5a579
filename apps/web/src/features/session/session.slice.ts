import type { User } from '@kinreel/contracts/profile';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionExpired, signedOut } from '../../shared/api/session-events.ts';
import { sessionApi } from './session.api.ts';

/**
 * Why there is a token but no user: the account has no profile or a scheduled deletion or is turned off, or the server
 * does not respond.
 */
export type SessionProblem =
  | 'profile.missing'
  | 'account.leaving'
  | 'account.disabled'
  | 'unreachable'
  | 'address.other';

interface UserState {
  user: User | undefined;
  /** Initially true, until a token was looked up (STATE-02). */
  isLoading: boolean;
  problem: SessionProblem | null;
  /** Where to go after the login: path and query, or only a query. */
  returnTo: string;
  /** The site's address, if the browser is at another one; otherwise empty. */
  siteAddress: string;
  /** Whether the session has ended while the person was using the page. */
  hasEnded: boolean;
}

const signedOutState: UserState = {
  user: undefined,
  isLoading: false,
  problem: null,
  returnTo: '',
  siteAddress: '',
  hasEnded: false,
};

const userSlice = createSlice({
  name: 'user',
  initialState: { ...signedOutState, isLoading: true },
  reducers: {
    /** There is no access token, so there is nothing to load (LOGIN-11). */
    noToken: () => signedOutState,
    /** The browser is at an address without login. */
    otherAddress: (_state, { payload }: PayloadAction<string>) => ({
      ...signedOutState,
      problem: 'address.other' as const,
      siteAddress: payload,
    }),
    setReturnTo: (state, { payload }: PayloadAction<string>) => {
      state.returnTo = payload;
    },
  },
  extraReducers: (builder) =>
    builder
      // Both clear the user and end loading (LOGIN-11).
      .addCase(sessionExpired, ({ user, hasEnded }) => ({
        ...signedOutState,
        hasEnded: hasEnded || user !== undefined,
      }))
      .addCase(signedOut, () => signedOutState)
      .addMatcher(sessionApi.endpoints.getUser.matchPending, (state) => {
        state.isLoading = true;
      })
      .addMatcher(sessionApi.endpoints.getUser.matchFulfilled, (state, { payload }) => {
        state.user = payload;
        state.isLoading = false;
        state.problem = null;
      })
      .addMatcher(sessionApi.endpoints.getUser.matchRejected, (state, { payload, meta }) => {
        // Skipped, or aborted because the session has changed.
        if (meta.condition || meta.aborted) return;
        if (payload?.status === 401) return signedOutState;
        state.isLoading = false;
        // Matches all codes with these prefixes that this call returns. Short, because this code is part of the login
        // page.
        if (payload && /^(profile|account)/.test(payload.code)) {
          state.user = undefined;
          state.problem = payload.code as SessionProblem;
        } else if (!state.user) {
          // Only without a user: a failed refetch must not close the open page.
          state.problem = 'unreachable';
        }
      }),
});

export const { noToken, otherAddress, setReturnTo } = userSlice.actions;
export const userReducer = userSlice.reducer;

interface ErrorsState {
  loginMessage: string;
  registrationMessage: string;
  /** The provider's message about a failed login (LOGIN-07). */
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
    /** Clears the messages of the login form (LOGIN-10). */
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
  // A message about an earlier attempt must not appear at the next login.
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
