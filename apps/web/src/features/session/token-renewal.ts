import { readAccessToken, saveAccessToken } from '../../shared/api/access-token.ts';
import type { RenewalOutcome } from '../../shared/api/session-events.ts';
import { IdentityError } from './identity-error.ts';

/** Share of a token's life after which a fresh one is fetched. */
const RENEW_AT = 0.8;

/** How often to look whether it is time, in milliseconds. */
const LOOK_EVERY_MS = 30_000;

/** The provider's answers that say its session has ended. */
const ENDED = ['login_required', 'interaction_required', 'consent_required', 'access_denied', 'invalid_grant'];

/** Begin and end of a token's life in milliseconds; null for a token that does not say. */
export function tokenLifetime(token: string): { from: number; to: number } | null {
  try {
    const part = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { iat, exp } = JSON.parse(atob(part)) as { iat?: unknown; exp?: unknown };
    return typeof iat === 'number' && typeof exp === 'number' ? { from: iat * 1000, to: exp * 1000 } : null;
  } catch {
    return null;
  }
}

/** The moment to renew a token at, in milliseconds; null when its life is not known. */
export function renewalTime(token: string): number | null {
  const life = tokenLifetime(token);
  return life && life.from + (life.to - life.from) * RENEW_AT;
}

/** Get a fresh token in place of this one. One tab at a time: the others take what the first has fetched. */
export async function renew(outdated: string): Promise<RenewalOutcome> {
  const attempt = async (): Promise<RenewalOutcome> => {
    const current = readAccessToken();
    if (!current) return 'rejected';
    if (current !== outdated) return 'renewed';
    try {
      const { renewSilently } = await import('./identity-client.ts');
      const fresh = await renewSilently();
      // Somebody may have logged out while we asked.
      if (!readAccessToken()) return 'rejected';
      saveAccessToken(fresh);
      return 'renewed';
    } catch (error) {
      return error instanceof IdentityError && ENDED.includes(String(error.code)) ? 'rejected' : 'unreachable';
    }
  };
  // Only pages of a secure origin have locks.
  return navigator.locks ? navigator.locks.request('kinreel.token-renewal', attempt) : attempt();
}

/**
 * Keep the token fresh: at 80 % of its life, and when the person comes back to the tab later than that. A refusal is
 * left to the next call of the API, so that nobody is thrown out of what they are doing.
 * @param onRenewed called with a fresh token in place
 */
export function keepTokenFresh(onRenewed: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let rejected: string | null = null;
  const look = async () => {
    const token = readAccessToken();
    const due = token && token !== rejected ? renewalTime(token) : null;
    if (token && due !== null && Date.now() >= due && document.visibilityState === 'visible') {
      const outcome = await renew(token);
      if (outcome === 'renewed') onRenewed();
      if (outcome === 'rejected') rejected = token;
    }
    clearTimeout(timer);
    timer = setTimeout(look, LOOK_EVERY_MS);
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  void look();
}
