/** Web Locks: a tab holds the lock of the upload that it sends, so that no other tab sends it too. */
const NAME = 'kinreel.upload.';

/**
 * Acquire the lock of an upload, or wait until the tab that holds it is closed or done.
 * @returns a function that releases it; null if `signal` ended the wait
 */
export function lockUpload(id: string, signal?: AbortSignal): Promise<(() => void) | null> {
  return request(id, { signal });
}

/** Acquire the lock of an upload if no other tab holds it. @returns a function that releases it, or null */
export function tryLockUpload(id: string): Promise<(() => void) | null> {
  return request(id, { ifAvailable: true });
}

/** Ids of the uploads that any tab of this browser is sending. */
export async function lockedUploads(): Promise<string[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.flatMap(({ name }) => (name?.startsWith(NAME) ? [name.slice(NAME.length)] : []));
}

function request(id: string, options: LockOptions): Promise<(() => void) | null> {
  // Only secure origins have locks.
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
