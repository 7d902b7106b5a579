/**
 * Detects whether the server is reachable. After a request without a response, call `untilReachable`: it polls the
 * health endpoint with growing pauses, and immediately when the tab gets the focus or the browser comes back online.
 */

/** Pause before the next poll: doubled each time, up to the maximum. */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 16_000;

/** Timeout of one poll. */
const POLL_TIMEOUT_MS = 8_000;

const listeners = new Set<() => void>();
let offline = false;
let polling: Promise<void> | null = null;
let endPause = () => {};

/** Whether the server is known to be unreachable. */
export function isOffline(): boolean {
  return offline;
}

/** Calls `listener` when `isOffline` changes. @returns unsubscribe */
export function onConnectivityChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves when the server responds, immediately if only a single request failed. */
export function untilReachable(): Promise<void> {
  polling ??= poll().finally(() => {
    polling = null;
  });
  return polling;
}

/** Skips the current pause and polls now. */
export function retryNow(): void {
  endPause();
}

async function poll(): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; !(await isServerUp()); pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    setOffline(true);
    await wait(pause);
  }
  setOffline(false);
}

function setOffline(value: boolean): void {
  if (offline === value) return;
  offline = value;
  for (const listener of listeners) listener();
}

async function isServerUp(): Promise<boolean> {
  const response = await fetch('/health/live', {
    cache: 'no-store',
    signal: AbortSignal.timeout(POLL_TIMEOUT_MS),
  }).catch(() => null);
  return response?.ok ?? false;
}

/** Waits for `pause` milliseconds, or less if the tab gets the focus or the browser comes back online. */
function wait(pause: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      for (const name of ['online', 'focus']) window.removeEventListener(name, end);
      resolve();
    };
    const timer = setTimeout(end, pause);
    for (const name of ['online', 'focus']) window.addEventListener(name, end);
    endPause = end;
  });
}
