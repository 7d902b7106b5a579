/** Whether this browser has an origin private file system. Some private windows have none. */
export async function hasDeviceStorage(): Promise<boolean> {
  try {
    await navigator.storage.getDirectory();
    return true;
  } catch {
    return false;
  }
}

/** Bytes that Kinreel may still store on this device; null if the browser does not tell. */
export async function freeBytes(): Promise<number | null> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota === undefined ? null : Math.max(0, quota - usage);
}

/** Asks the browser to keep the app's files when the device runs out of space. */
export function requestPersistentStorage(): void {
  navigator.storage?.persist?.().catch(() => null);
}

/** Whether a write failed because the device is full. */
export function isDeviceFull(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError';
}
