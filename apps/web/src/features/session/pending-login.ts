import type { PublicConfig } from '@kinreel/contracts/public-config';

/** A login that this tab has started and not finished. */
export interface PendingLogin {
  /** Returned with the response. A response with another state is rejected. */
  state: string;
  /** Where to go after the login (see `returnTargetOf`). Stored here, because callback URLs must match exactly. */
  returnTo: string;
  /** PKCE code verifier; only for the response type `code`. */
  verifier?: string | undefined;
  /** The provider of this login. */
  provider: PublicConfig['identity'];
}

const STORAGE_KEY = 'kinreel.login';

export function savePendingLogin(login: PendingLogin): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(login));
}

/** Returns the started login and deletes it. */
export function takePendingLogin(): PendingLogin | null {
  try {
    const saved = sessionStorage.getItem(STORAGE_KEY);
    sessionStorage.removeItem(STORAGE_KEY);
    return saved ? (JSON.parse(saved) as PendingLogin) : null;
  } catch {
    return null;
  }
}

/** 256 random bits, base64url-encoded. */
export function randomToken(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The S256 code challenge of a verifier (RFC 7636). */
export async function pkceChallenge(verifier: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
