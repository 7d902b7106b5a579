/**
 * A take that some tab is recording, showing or sending belongs to that tab; no other offers it. Web Locks end with
 * their tab, also when it crashes.
 */
const PREFIX = 'kinreel-take-';

/** What this tab holds or has asked for. */
const mine = new Map<string, { held: Promise<boolean>; release: () => void }>();

/** Resolves once the take belongs to this tab; false where another one has it. */
export function holdTake(id: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  const before = mine.get(id);
  if (before) return before.held;
  const { promise: end, resolve: release } = Promise.withResolvers<void>();
  const held = new Promise<boolean>((resolve) => {
    void navigator.locks.request(PREFIX + id, { ifAvailable: true }, (lock) => {
      if (!lock) mine.delete(id);
      resolve(lock !== null);
      return lock ? end : undefined;
    });
  });
  mine.set(id, { held, release });
  return held;
}

export function releaseTake(id: string): void {
  mine.get(id)?.release();
  mine.delete(id);
}

/** Ids of the takes that a tab holds, this one included. */
export async function heldTakes(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = held.map(({ name = '' }) => name);
  return new Set(names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)));
}
