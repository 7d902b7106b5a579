import { clear, createStore, del, get, set } from 'idb-keyval';

/**
 * The files of unfinished uploads, by upload id, in IndexedDB, so that they need not be chosen again after a reload.
 */
const store = createStore('kinreel-uploads', 'files');

/** Maximum share of the free space for a file. The rest is for recordings and the system. */
const SHARE_OF_FREE = 0.5;

/**
 * Saves a copy of the file. Resolves when it is on disk.
 * @returns false if there is not enough space, or storage is blocked
 */
export async function saveFile(id: string, file: File): Promise<boolean> {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    if (file.size > (quota - usage) * SHARE_OF_FREE) return false;
    await set(id, file, store);
    return true;
  } catch {
    return false;
  }
}

/** The saved file; null if there is none or it cannot be read. */
export async function savedFile(id: string): Promise<File | null> {
  try {
    const file = await get<unknown>(id, store);
    return file instanceof File && (await isReadable(file)) ? file : null;
  } catch {
    return null;
  }
}

export async function dropFile(id: string): Promise<void> {
  await ignoreErrors(() => del(id, store));
}

/** Deletes the files of all uploads. */
export async function dropAllFiles(): Promise<void> {
  await ignoreErrors(() => clear(store));
}

/** Whether the file still exists and was not changed since it was chosen. Browsers check that on reading. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Without IndexedDB nothing was saved. */
async function ignoreErrors(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch {
    // Nothing was saved.
  }
}
