/** Says to the login page, to which the identity provider leads after a log-out, that this tab has logged out. */
const STORAGE_KEY = 'kinreel.logged-out';

export function saveLogOut(): void {
  sessionStorage.setItem(STORAGE_KEY, '');
}

export function hasLogOut(): boolean {
  try {
    return sessionStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

export function forgetLogOut(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}
