/**
 * Whether Kinreel answers. Whatever got no answer asks for a look (`untilReachable`). Where the server is away it is
 * asked again and again, more and more rarely, and at once when somebody comes back to the tab or the line to the browser.
 */

/** Pause before the next look in milliseconds: the first, doubled each time up to the longest. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 16_000;

/** How long a look may take, in milliseconds. */
const LOOK_MS = 8_000;

const onChange = new Set<() => void>();
let away = false;
let looking: Promise<void> | null = null;
let endPause = () => {};

/** Whether the server was found to be away and has not come back yet. */
export function isOffline(): boolean {
  return away;
}

/** Calls back each time the server goes away or comes back. @returns the end of it */
export function onConnectivityChange(callback: () => void): () => void {
  onChange.add(callback);
  return () => onChange.delete(callback);
}

/** Resolves when the server answers; at once where it was only this one call that failed. */
export function untilReachable(): Promise<void> {
  looking ??= look().finally(() => {
    looking = null;
  });
  return looking;
}

/** Look now and not after the pause. */
export function retryNow(): void {
  endPause();
}

async function look(): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; !(await answers()); pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    setAway(true);
    await rest(pause);
  }
  setAway(false);
}

function setAway(now: boolean): void {
  if (away === now) return;
  away = now;
  for (const callback of onChange) callback();
}

async function answers(): Promise<boolean> {
  const answer = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(LOOK_MS) }).catch(
    () => null,
  );
  return answer?.ok ?? false;
}

/** A pause that ends early when there is a reason to look again. */
function rest(pause: number): Promise<void> {
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
