import { ACCESS_TOKEN_STORAGE_KEY } from '@kinreel/contracts/constants';

/** The access token of this browser, kept in local storage as the specification names it (CONST-03). */

/** Null when nobody has logged in, or where the browser keeps nothing for us. */
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
    // nothing was kept then
  }
}
