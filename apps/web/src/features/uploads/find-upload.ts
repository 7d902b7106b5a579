import type { UnfinishedUpload } from '@kinreel/contracts/uploads';
import { savedFile } from './saved-files.ts';
import { removeStored, storedUploads } from './stored-uploads.ts';
import { lockUpload, tryLockUpload } from './upload-lock.ts';
import type { StoredUpload, UploadEffect } from './upload-types.ts';
import { type UploadsDispatch, uploadsApi } from './uploads.api.ts';

/** An unfinished upload, locked for this tab. */
export interface FoundUpload {
  userId: string;
  stored: StoredUpload;
  /** Offset on the server in bytes; 0 if it did not respond. */
  offset: number;
  file: File | null;
  /** Whether the person chose it from the list. */
  isRequested: boolean;
  /** Releases the lock. */
  release: () => void;
}

/**
 * Finds an upload that this person started in this browser. If another tab is sending one, waits until that tab is
 * closed.
 * @returns null if there is none, or if the search was aborted
 */
export async function findStoredUpload(
  userId: string,
  signal: AbortSignal,
  dispatch: UploadsDispatch,
): Promise<FoundUpload | null> {
  for (const { id } of storedUploads(userId)) {
    const release = await lockUpload(id, signal);
    if (!release) return null;
    const listed = await askServer(id, dispatch);
    // Meanwhile it may have been finished or changed.
    const stored = signal.aborted ? undefined : storedUploads(userId).find((one) => one.id === id);
    if (stored && listed !== null) {
      const offset = listed?.offset ?? 0;
      return { userId, stored, offset, file: await savedFile(id), isRequested: false, release };
    }
    // It was published or has expired.
    if (stored) removeStored(userId, id);
    release();
    if (signal.aborted) return null;
  }
  return null;
}

/**
 * Takes over an upload from the list. If it is from another browser, the file must be chosen again.
 * @returns null if another tab sends it, or if it is not unfinished any more
 */
export async function takeOverUpload(
  { userId, upload, prompt }: Extract<UploadEffect, { type: 'takeOver' }>,
  signal: AbortSignal,
  dispatch: UploadsDispatch,
): Promise<FoundUpload | null> {
  const { id, file_name: name, size } = upload;
  const release = await tryLockUpload(id);
  if (!release) return null;
  const listed = await askServer(id, dispatch);
  if (signal.aborted || listed === null) {
    release();
    return null;
  }
  const known = storedUploads(userId).find((one) => one.id === id);
  const unknown = { id, name, size, lastModified: null, prompt, source: { kind: 'file' } as const, sha256: null };
  const stored = { ...(known ?? unknown), paused: false };
  const { offset } = listed ?? upload;
  return { userId, stored, offset, file: await savedFile(id), isRequested: true, release };
}

/** @returns null if the upload is not unfinished any more, undefined if the server did not respond */
async function askServer(id: string, dispatch: UploadsDispatch): Promise<UnfinishedUpload | null | undefined> {
  const request = uploadsApi.endpoints.getUploads.initiate(undefined, { forceRefetch: true, subscribe: false });
  const { data, error } = await dispatch(request);
  return error ? undefined : (data?.find((one) => one.id === id) ?? null);
}
