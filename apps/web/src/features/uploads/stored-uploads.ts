import type { ChosenPrompt } from './uploads.slice.ts';

/**
 * What this browser remembers of uploads that are not finished, so that they go on after a reload. It belongs to the
 * person who is signed in: whatever another one left is thrown away before it is read.
 */
export interface StoredUpload {
  /** Its id on the server. */
  id: string;
  /** The file's fingerprint: name, bytes, and the moment of its last change in milliseconds (null if not known). */
  name: string;
  size: number;
  lastModified: number | null;
  prompt: ChosenPrompt | null;
  /** The person has paused it; it stays so. */
  paused: boolean;
  /** SHA-256 of the whole file in hexadecimal, once it is computed. */
  sha256: string | null;
}

const KEY = 'kinreel.uploads';

/** Database that keeps the files themselves (kept-files.ts). */
export const FILES_DATABASE = 'kinreel-uploads';

interface Stored {
  userId: string;
  uploads: StoredUpload[];
}

/** This person's unfinished uploads in this browser, the oldest first. */
export function storedUploads(userId: string): StoredUpload[] {
  const stored = read();
  if (stored && stored.userId !== userId) {
    forgetStored();
    return [];
  }
  return stored?.uploads ?? [];
}

/** Remember an upload, or what has changed about it. */
export function storeUpload(userId: string, upload: StoredUpload): void {
  const others = storedUploads(userId).filter(({ id }) => id !== upload.id);
  write({ userId, uploads: [...others, upload] });
}

export function removeStored(userId: string, id: string): void {
  const uploads = storedUploads(userId).filter((one) => one.id !== id);
  if (uploads.length > 0) write({ userId, uploads });
  else localStorage.removeItem(KEY);
}

/** Forget everything, files too: the person has logged out, or another one is here. */
export function forgetStored(): void {
  try {
    localStorage.removeItem(KEY);
    indexedDB.deleteDatabase(FILES_DATABASE);
  } catch {
    // nothing was kept then
  }
}

function read(): Stored | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Stored | null;
  } catch {
    return null;
  }
}

function write(stored: Stored): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // It goes on all the same, until the page is left.
  }
}
