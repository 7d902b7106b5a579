/** The login that this tab has started and whose answer it awaits. */
export interface PendingLogin {
  /** Comes back with the answer; an answer to another login is refused. */
  state: string;
  /** Where to go afterwards: path and query, or a query alone. Callback addresses match exactly, so it waits here. */
  returnTo: string;
  /** Of authorization code with PKCE; the token response has none. */
  verifier?: string | undefined;
}

const KEY = 'kinreel.login';

export function savePendingLogin(login: PendingLogin): void {
  sessionStorage.setItem(KEY, JSON.stringify(login));
}

/** The started login, once: asking forgets it. */
export function takePendingLogin(): PendingLogin | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return kept ? (JSON.parse(kept) as PendingLogin) : null;
  } catch {
    return null;
  }
}

/** 256 random bits, safe in an address. */
export function randomToken(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The S256 challenge of a verifier (RFC 7636). */
export async function pkceChallenge(verifier: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
