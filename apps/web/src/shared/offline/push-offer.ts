import { canPush } from './push-device.ts';

/**
 * Whether to offer push messages on this device: from the person's first question, or the first answer or note that
 * they get, until they accept or dismiss the offer. Nothing is sent to the server.
 */

/** Local storage key: `worth` while it is offered, then `answered`. */
const KEY = 'kinreel.pushOffer';

const listeners = new Set<() => void>();

/** Calls `listener` when `isPushOffered` may have changed. @returns unsubscribe */
export function onPushOfferChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isPushOffered(): boolean {
  return read(KEY) === 'worth' && canPush() && Notification.permission !== 'denied';
}

/** Call after the person's question, and after an answer or a note that they get. */
export function offerPush(): void {
  if (!read(KEY)) write('worth');
}

/** Ends the offer on this device: the person has accepted or dismissed it. */
export function endPushOffer(): void {
  write('answered');
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
