import type { UnfinishedUpload } from '@kinreel/contracts/uploads';
import { ResumableUpload, type UploadsDispatch } from './resumable-upload.ts';
import { savedFile } from './saved-files.ts';
import { removeStored, type StoredUpload, storedUploads } from './stored-uploads.ts';
import { lockUpload, tryLockUpload } from './upload-lock.ts';
import { uploadsApi } from './uploads.api.ts';
import { type ChosenPrompt, uploadsSlice } from './uploads.slice.ts';

const { actions } = uploadsSlice;

/** A file that is to be sent, whose it is, and what follows when it has become a video. */
export interface ChosenUpload {
  userId: string;
  file: File;
  prompt: ChosenPrompt | null;
  onDone: (() => void) | undefined;
}

/**
 * The upload of this tab: one at a time, whatever page is shown; more wait for their turn. Loaded when there is
 * something to send.
 */
let current: ResumableUpload | null = null;
let queue: ChosenUpload[] = [];
/** Ends the waiting for uploads that other tabs send. */
let watching: AbortController | null = null;

/** The upload under way, to pause it, to go on and so on; null if there is none. */
export function currentUpload(): ResumableUpload | null {
  return current;
}

/** Send a file, or have it wait for its turn. */
export function begin(dispatch: UploadsDispatch, chosen: ChosenUpload): void {
  if (current) {
    queue.push(chosen);
    dispatch(actions.queueChanged(queue.length));
    return;
  }
  const { file, prompt, userId, onDone } = chosen;
  dispatch(actions.fileChosen({ file: { name: file.name, size: file.size }, prompt }));
  current = new ResumableUpload({
    userId,
    dispatch,
    file,
    prompt,
    onEnd: (outcome) => {
      ended(dispatch, userId, outcome);
      if (outcome === 'published') onDone?.();
    },
  });
  current.send();
}

/**
 * Go on with what this person began in this browser before the page was loaded. What another tab is sending is taken
 * over once that tab is closed.
 */
export async function restore(dispatch: UploadsDispatch, userId: string): Promise<void> {
  watching?.abort();
  const watch = new AbortController();
  watching = watch;
  for (const { id } of storedUploads(userId)) {
    const release = await lockUpload(id, watch.signal);
    if (!release) return;
    // It may have been finished, here or in the other tab, while we waited.
    const stored = storedUploads(userId).find((one) => one.id === id);
    if (!stored || current || watch.signal.aborted) {
      release();
      if (stored) return;
      continue;
    }
    const { data, error } = await dispatch(
      uploadsApi.endpoints.getUploads.initiate(undefined, { forceRefetch: true, subscribe: false }),
    );
    const found = data?.find((one) => one.id === id);
    if (watch.signal.aborted || current) return release();
    if (!error && !found) {
      // It has become a video, or its time was over.
      removeStored(userId, id);
      release();
      continue;
    }
    // Where the server cannot be asked, sending will find out.
    await goOn(dispatch, { userId, stored, offset: found?.offset ?? 0, release });
    return;
  }
}

/**
 * Go on with one of the person's unfinished uploads, which may come from another browser: its file is asked for then.
 * @returns false while another tab sends it
 */
export async function adopt(
  dispatch: UploadsDispatch,
  userId: string,
  upload: UnfinishedUpload,
  prompt: ChosenPrompt | null,
): Promise<boolean> {
  const { id, file_name: name, size, offset } = upload;
  const release = current ? null : await tryLockUpload(id);
  if (!release) return false;
  const known = storedUploads(userId).find((one) => one.id === id);
  const stored = known ?? { id, name, size, lastModified: null, prompt, paused: false, sha256: null };
  await goOn(dispatch, { userId, stored: { ...stored, paused: false }, offset, release });
  return true;
}

/** The session has ended, or belongs to somebody else now: stop everything, and let go of it. */
export function suspend(): void {
  watching?.abort();
  current?.suspend();
  current = null;
  queue = [];
}

async function goOn(
  dispatch: UploadsDispatch,
  upload: { userId: string; stored: StoredUpload; offset: number; release: () => void },
): Promise<void> {
  const { userId, stored, offset, release } = upload;
  const isWhole = offset === stored.size;
  const one = new ResumableUpload({
    userId,
    dispatch,
    file: null,
    prompt: stored.prompt,
    stored,
    release,
    isWhole,
    onEnd: (outcome) => ended(dispatch, userId, outcome),
  });
  current = one;
  const { id, name, size, prompt, paused } = stored;
  const phase = paused ? 'paused' : 'sending';
  dispatch(actions.uploadFound({ id, file: { name, size }, prompt, sent: offset, phase }));
  const file = await savedFile(id);
  // It may have been given up meanwhile.
  if (current !== one) return;
  one.goOn(file);
}

function ended(dispatch: UploadsDispatch, userId: string, outcome: 'published' | 'discarded'): void {
  current = null;
  dispatch(outcome === 'published' ? actions.uploadSucceeded() : actions.uploadForgotten());
  const next = queue.shift();
  dispatch(actions.queueChanged(queue.length));
  if (next) begin(dispatch, next);
  else void restore(dispatch, userId);
}
