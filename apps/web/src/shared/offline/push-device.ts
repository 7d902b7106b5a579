/** The push subscription of this device as the server knows it, and whose notifications it gets. */
export interface PushDevice {
  id: string;
  userId: string;
}

/** Local storage key. */
const KEY = 'kinreel.pushDevice';

/** Whether this browser can get push messages. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** The subscription that was last saved on this device; null if there is none. */
export function readPushDevice(): PushDevice | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** @throws Error if the browser refuses storage */
export function savePushDevice(device: PushDevice): void {
  localStorage.setItem(KEY, JSON.stringify(device));
}

export function forgetPushDevice(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Without storage there was none.
  }
}
