import { claimsOf, readAccessToken, saveAccessToken } from '../../shared/api/access-token.ts';
import type { RenewalOutcome } from '../../shared/api/session-events.ts';
import { IdentityError } from './identity-error.ts';

/** Fraction of a token's lifetime after which it is renewed. */
const RENEW_AT = 0.8;

/** Interval of checking whether a renewal is due. A timer for the exact time would not run while a laptop sleeps. */
const CHECK_INTERVAL_MS = 30_000;

/** Error codes of the identity provider for an ended session. */
const SESSION_ENDED_CODES = [
  'login_required',
  'interaction_required',
  'consent_required',
  'access_denied',
  'invalid_grant',
];

/** Issue and expiry time of a JWT in milliseconds since the epoch; null if it has none. */
export function tokenLifetime(token: string): { from: number; to: number } | null {
  const { iat, exp } = claimsOf(token);
  return typeof iat === 'number' && typeof exp === 'number' ? { from: iat * 1000, to: exp * 1000 } : null;
}

/** When to renew a token, in milliseconds since the epoch; null if its lifetime is unknown. */
export function renewalTime(token: string): number | null {
  const lifetime = tokenLifetime(token);
  return lifetime && lifetime.from + (lifetime.to - lifetime.from) * RENEW_AT;
}

/** Replaces a token with a new one. A lock ensures that only one tab renews; the others use its result. */
export async function renew(oldToken: string): Promise<RenewalOutcome> {
  const attempt = async (): Promise<RenewalOutcome> => {
    const current = readAccessToken();
    if (!current) return 'rejected';
    if (current !== oldToken) return 'renewed';
    try {
      const { renewSilently } = await import('./identity-client.ts');
      const newToken = await renewSilently();
      // The user may have logged out in the meantime.
      if (!readAccessToken()) return 'rejected';
      saveAccessToken(newToken);
      return 'renewed';
    } catch (error) {
      return error instanceof IdentityError && SESSION_ENDED_CODES.includes(String(error.code))
        ? 'rejected'
        : 'unreachable';
    }
  };
  // The Web Locks API exists only in secure contexts.
  return navigator.locks ? navigator.locks.request('kinreel.token-renewal', attempt) : attempt();
}

/**
 * Renews the token when it is due and the tab is visible. If the renewal is rejected, the session ends at the next API
 * call, which avoids interrupting the person.
 * @param onRenewed called after each renewal
 */
export function keepTokenFresh(onRenewed: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let rejectedToken: string | null = null;
  const check = async () => {
    const token = readAccessToken();
    const due = token && token !== rejectedToken ? renewalTime(token) : null;
    if (token && due !== null && Date.now() >= due && document.visibilityState === 'visible') {
      const outcome = await renew(token);
      if (outcome === 'renewed') onRenewed();
      if (outcome === 'rejected') rejectedToken = token;
    }
    clearTimeout(timer);
    timer = setTimeout(check, CHECK_INTERVAL_MS);
  };
  document.addEventListener('visibilitychange', check);
  window.addEventListener('focus', check);
  void check();
}
