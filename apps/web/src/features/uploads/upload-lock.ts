/** Web Locks: a tab locks the upload that it sends, so that no other tab sends it. */
const NAME = 'kinreel.upload.';

/**
 * Acquires the lock of an upload, or waits until the tab that holds it is closed or done.
 * @returns a function that releases it; null if `signal` aborted the wait
 */
export function lockUpload(id: string, signal?: AbortSignal): Promise<(() => void) | null> {
  return request(id, { signal });
}

/** Acquires the lock of an upload if no other tab holds it. @returns a function that releases it, or null */
export function tryLockUpload(id: string): Promise<(() => void) | null> {
  return request(id, { ifAvailable: true });
}

/** Ids of the uploads that any tab of this browser is sending. */
export async function lockedUploads(): Promise<string[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.flatMap(({ name }) => (name?.startsWith(NAME) ? [name.slice(NAME.length)] : []));
}

function request(id: string, options: LockOptions): Promise<(() => void) | null> {
  // Web Locks require a secure origin.
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
