import { FILES_DATABASE } from './stored-uploads.ts';

/** Keeps the files of unfinished uploads in IndexedDB, so that they go on after a reload without being chosen again. */

const STORE = 'files';

/** A file takes at most this share of what the browser has left for us; the rest is for recordings and the system. */
const SHARE_OF_FREE = 0.5;

/**
 * Keep a copy of the file. It is on disk when this has ended.
 * @returns false where there is no room for it, or the browser keeps nothing for us
 */
export async function saveFile(id: string, file: File): Promise<boolean> {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    if (file.size > (quota - usage) * SHARE_OF_FREE) return false;
    await inStore('readwrite', (store) => store.put(file, id));
    return true;
  } catch {
    return false;
  }
}

/** The kept file; null if there is none, or it cannot be read any more. */
export async function savedFile(id: string): Promise<File | null> {
  try {
    const file = await inStore('readonly', (store) => store.get(id));
    return file instanceof File && (await isReadable(file)) ? file : null;
  } catch {
    return null;
  }
}

export async function dropFile(id: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(id)).catch(() => null);
}

/** Whether the file is still there and unchanged since it was chosen; a browser says so only when it is read. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result;
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(FILES_DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
