import { ACCESS_TOKEN_STORAGE_KEY } from '@kinreel/contracts/constants';

/** The access token in local storage, under the key of the specification (CONST-03). */

/** Null if nobody is logged in or if local storage is not available. */
export function readAccessToken(): string | null {
  try {
    return localStorage.getItem(ACCESS_TOKEN_STORAGE_KEY);
  } catch {
    return null;
  }
}

export function saveAccessToken(token: string): void {
  localStorage.setItem(ACCESS_TOKEN_STORAGE_KEY, token);
}

export function removeAccessToken(): void {
  try {
    localStorage.removeItem(ACCESS_TOKEN_STORAGE_KEY);
  } catch {
    // Local storage is not available.
  }
}

/** The claims of a token, unverified; empty if the token cannot be read. */
export function claimsOf(token: string | null): Record<string, unknown> {
  try {
    return JSON.parse(atob(token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''));
  } catch {
    return {};
  }
}
