import { createAction } from '@reduxjs/toolkit';

/** The server rejected the token and it could not be renewed: whoever holds data of a person lets go of it. */
export const sessionExpired = createAction('session/expired');

/** The person has logged out (HEAD-04): likewise. */
export const signedOut = createAction('session/signedOut');

/** `rejected`: the provider's session has ended too. `unreachable`: it did not answer, the old token is kept. */
export type RenewalOutcome = 'renewed' | 'rejected' | 'unreachable';

/** Tries to get a fresh token in place of the rejected one. */
export type TokenRenewal = (rejectedToken: string) => Promise<RenewalOutcome>;

let renewal: TokenRenewal = async () => 'rejected';

/** Said once at the start by the session feature, which alone knows how to renew. */
export function setTokenRenewal(next: TokenRenewal): void {
  renewal = next;
}

export function renewToken(rejectedToken: string): Promise<RenewalOutcome> {
  return renewal(rejectedToken);
}
