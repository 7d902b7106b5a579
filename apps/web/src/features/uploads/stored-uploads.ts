import { dropAllFiles } from './saved-files.ts';
import type { StoredUpload } from './upload-types.ts';

/**
 * The unfinished uploads in local storage, to resume them after a reload. They belong to the logged-in person; those of
 * another person are deleted before they are read.
 */
const KEY = 'kinreel.uploads';

/** Local storage key of saved takes that the server does not know yet (unsent-takes.ts). */
export const UNSENT_TAKES = 'kinreel.unsent-takes';

interface Stored {
  userId: string;
  uploads: StoredUpload[];
}

/** Earlier versions stored no source. */
type AnyStored = Omit<Stored, 'uploads'> & {
  uploads: (Omit<StoredUpload, 'source'> & Partial<Pick<StoredUpload, 'source'>>)[];
};

/** This person's unfinished uploads in this browser, oldest first. */
export function storedUploads(userId: string): StoredUpload[] {
  const stored = read();
  if (stored && stored.userId !== userId) {
    deleteStored();
    return [];
  }
  return stored?.uploads ?? [];
}

/** Stores an upload or its changes. */
export function storeUpload(userId: string, upload: StoredUpload): void {
  const others = storedUploads(userId).filter(({ id }) => id !== upload.id);
  write({ userId, uploads: [...others, upload] });
}

export function removeStored(userId: string, id: string): void {
  const uploads = storedUploads(userId).filter((one) => one.id !== id);
  if (uploads.length > 0) write({ userId, uploads });
  else localStorage.removeItem(KEY);
}

/** Deletes all uploads and files, because the person has logged out or another person has logged in. */
export function deleteStored(): void {
  void dropAllFiles();
  try {
    for (const key of [KEY, UNSENT_TAKES]) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

/** Whether this browser has saved takes that were not sent. */
export function hasUnsentTakes(): boolean {
  try {
    return localStorage.getItem(UNSENT_TAKES) !== null;
  } catch {
    return false;
  }
}

function read(): Stored | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as AnyStored | null;
    return stored && { ...stored, uploads: stored.uploads.map((one) => ({ source: { kind: 'file' }, ...one })) };
  } catch {
    return null;
  }
}

function write(stored: Stored): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // The upload continues, but cannot resume after a reload.
  }
}
