import { createAction } from '@reduxjs/toolkit';

/** The server refused the token and it could not be renewed: whoever holds data of a person lets go of it. */
export const sessionExpired = createAction('session/expired');

/** The person has logged out (HEAD-04): likewise. */
export const signedOut = createAction('session/signedOut');

/** `refused`: the provider's session has ended too. `unreachable`: it did not answer, the old token is kept. */
export type RenewalOutcome = 'renewed' | 'refused' | 'unreachable';

/** Tries to get a fresh token in place of the refused one. */
export type TokenRenewal = (refusedToken: string) => Promise<RenewalOutcome>;

let renewal: TokenRenewal = async () => 'refused';

/** Said once at the start by the session feature, which alone knows how to renew. */
export function setTokenRenewal(next: TokenRenewal): void {
  renewal = next;
}

export function renewToken(refusedToken: string): Promise<RenewalOutcome> {
  return renewal(refusedToken);
}
