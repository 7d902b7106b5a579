const KEY = 'kinreel.confirmAddressLater';

/** Whether the request to confirm the address is hidden in this tab. */
export function isConfirmLater(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Hides the request in this tab. Without storage it is shown again after a reload. */
export function confirmLater(): void {
  try {
    sessionStorage.setItem(KEY, 'yes');
  } catch {
    // Storage is blocked.
  }
}
