import { createAction } from '@reduxjs/toolkit';

/** The token was rejected and could not be renewed. Slices with user data reset. */
export const sessionExpired = createAction('session/expired');

/** The user logged out (HEAD-04). Slices with user data reset. */
export const signedOut = createAction('session/signedOut');

/** `rejected`: the session at the identity provider has ended. `unreachable`: no response; the token is kept. */
export type RenewalOutcome = 'renewed' | 'rejected' | 'unreachable';

/** Tries to replace a rejected token with a new one. */
export type TokenRenewal = (rejectedToken: string) => Promise<RenewalOutcome>;

let renewal: TokenRenewal = async () => 'rejected';

/** Called once by the session feature. `shared` must not import features, so it registers the function here. */
export function setTokenRenewal(next: TokenRenewal): void {
  renewal = next;
}

export function renewToken(rejectedToken: string): Promise<RenewalOutcome> {
  return renewal(rejectedToken);
}
