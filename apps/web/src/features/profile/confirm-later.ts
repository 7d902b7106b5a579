const KEY = 'kinreel.confirmAddressLater';

/** Whether the person does not want to be asked again to confirm their address, as long as this tab is open. */
export function isConfirmLater(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Remembers it. Without storage they are asked again after a reload. */
export function confirmLater(): void {
  try {
    sessionStorage.setItem(KEY, 'yes');
  } catch {
    // blocked by the browser
  }
}
