/** Held while a tab sends an upload, so that no other tab sends it as well. */
const NAME = 'kinreel.upload.';

/**
 * Take the lock of an upload, or wait until the tab that has it is closed or done.
 * @returns what gives it back; null if `signal` ended the waiting
 */
export function lockUpload(id: string, signal?: AbortSignal): Promise<(() => void) | null> {
  return request(id, { signal });
}

/** Take the lock of an upload if no other tab has it. @returns what gives it back, or null */
export function tryLockUpload(id: string): Promise<(() => void) | null> {
  return request(id, { ifAvailable: true });
}

/** Ids of the uploads that this browser is sending in any of its tabs. */
export async function lockedUploads(): Promise<string[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.flatMap(({ name }) => (name?.startsWith(NAME) ? [name.slice(NAME.length)] : []));
}

function request(id: string, options: LockOptions): Promise<(() => void) | null> {
  // Only pages of a secure origin have locks.
  if (!navigator.locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    navigator.locks
      .request(NAME + id, options, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(() => resolve(null));
  });
}
