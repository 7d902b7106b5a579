/**
 * A tab locks the takes that it records, shows or uploads. Locked takes are not listed. Web Locks end with their tab,
 * also after a crash.
 */
const PREFIX = 'kinreel-take-';

/** The locks that this tab holds or has requested. */
const own = new Map<string, { isGranted: Promise<boolean>; release: () => Promise<unknown> }>();

/** @returns false if another tab holds the lock */
export function lockTake(id: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  const before = own.get(id);
  if (before) return before.isGranted;
  const { promise: end, resolve: release } = Promise.withResolvers<void>();
  const { promise: isGranted, resolve: answer } = Promise.withResolvers<boolean>();
  const ended = navigator.locks.request(PREFIX + id, { ifAvailable: true }, (lock) => {
    if (!lock) own.delete(id);
    answer(lock !== null);
    return lock ? end : undefined;
  });
  own.set(id, {
    isGranted,
    release: () => {
      release();
      return ended;
    },
  });
  return isGranted;
}

/** Resolves when other tabs can lock the take. */
export async function unlockTake(id: string): Promise<void> {
  const lock = own.get(id);
  own.delete(id);
  await lock?.release();
}

/** Ids of the takes that are locked by any tab, including this one. */
export async function lockedTakes(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = held.map(({ name = '' }) => name);
  return new Set(names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)));
}
