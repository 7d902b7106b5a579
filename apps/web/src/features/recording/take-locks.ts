/**
 * A take that some tab is recording, showing or sending belongs to that tab; no other offers it. Web Locks end with
 * their tab, also when it crashes.
 */
const PREFIX = 'kinreel-take-';

/** What this tab holds or has asked for. */
const mine = new Map<string, { held: Promise<boolean>; release: () => Promise<unknown> }>();

/** Resolves once the take belongs to this tab; false where another one has it. */
export function holdTake(id: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  const before = mine.get(id);
  if (before) return before.held;
  const { promise: end, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: tell } = Promise.withResolvers<boolean>();
  const ended = navigator.locks.request(PREFIX + id, { ifAvailable: true }, (lock) => {
    if (!lock) mine.delete(id);
    tell(lock !== null);
    return lock ? end : undefined;
  });
  mine.set(id, {
    held,
    release: () => {
      release();
      return ended;
    },
  });
  return held;
}

/** Resolves once other tabs may have it. */
export async function releaseTake(id: string): Promise<void> {
  const own = mine.get(id);
  mine.delete(id);
  await own?.release();
}

/** Ids of the takes that a tab holds, this one included. */
export async function heldTakes(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = held.map(({ name = '' }) => name);
  return new Set(names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)));
}
