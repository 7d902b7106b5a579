/**
 * Whether to offer to tell the person of news on this device: once something has happened that is worth it, until they
 * answer. Nothing is sent to the server.
 */

/** Local storage key: `worth` once something has happened, then `answered`. */
const KEY = 'kinreel.pushOffer';

/** Local storage key: the device as the server knows it, and its person. */
export const PUSH_DEVICE_KEY = 'kinreel.pushDevice';

const listeners = new Set<() => void>();

/** Calls `listener` when `isPushOffered` may have changed. @returns unsubscribe */
export function onPushOfferChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether this browser can tell the person of news. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

export function isPushOffered(): boolean {
  return read(KEY) === 'worth' && canPush() && Notification.permission !== 'denied';
}

/** The person has asked something, or someone has answered them: hearing of the next news is worth something now. */
export function offerPush(): void {
  if (!read(KEY)) write('worth');
}

/** Stops the offer on this device, because the person has answered. */
export function endPushOffer(): void {
  write('answered');
}

/** From now on this device counts as one without a subscription. */
export function forgetPushDevice(): void {
  try {
    localStorage.removeItem(PUSH_DEVICE_KEY);
  } catch {
    // Without storage there was none.
  }
}

/** Whether this device may have a subscription. */
export function mayHavePush(): boolean {
  return read(PUSH_DEVICE_KEY) !== null;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(value: string): void {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // Without storage nothing is offered.
  }
  for (const listener of listeners) listener();
}
