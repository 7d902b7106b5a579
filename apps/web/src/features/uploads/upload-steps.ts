import type { ApiError } from '../../shared/api/api-error.ts';
import { EXPIRED, failureKind, mustRestart, retryDelay, SERVER_ATTEMPTS } from './upload-failure.ts';
import type { ChosenUpload, Upload, UploadEffect, UploadError, UploadEvent, UploadsState } from './upload-types.ts';
import { INITIAL_UPLOADS } from './uploads-state.ts';

/** The steps of the upload machine (upload-machine.ts). */

/** The state after an event, and its effects in this order. */
export interface Change {
  state: UploadsState;
  effects: UploadEffect[];
}

/** No effects. */
export function none(state: UploadsState): Change {
  return { state, effects: [] };
}

export function unlock(uploadId: string): UploadEffect {
  return { type: 'unlock', uploadId };
}

/** Starts sending the file, or its remaining bytes. */
export function startUpload(state: UploadsState, chosen: ChosenUpload): Change {
  return proceed({ ...state, prompt: null }, newUpload(chosen, chosen.key));
}

export function addToQueue(state: UploadsState, chosen: ChosenUpload): Change {
  return none({ ...state, queue: [...state.queue, chosen] });
}

function newUpload(chosen: ChosenUpload, fileKey: string | null): Upload {
  return {
    ...chosen,
    uploadId: null,
    fileKey,
    phase: 'sending',
    attempt: 0,
    isCreating: false,
    isComplete: false,
    isResumed: false,
    isFileSaved: false,
    sha256: null,
    sent: 0,
    accepted: 0,
    speed: null,
    secondsLeft: null,
    failures: 0,
    error: null,
    otherFile: null,
  };
}

/** Resumes an upload that was started before the page was loaded, or in another browser. */
export function resumeFound(state: UploadsState, event: UploadEvent & { type: 'uploads/found' }): Change {
  const { key, stored, offset, fileKey, isRequested } = event;
  const { id, paused, sha256, prompt, source, audience, name, size, lastModified } = stored;
  const upload: Upload = {
    ...newUpload({ key, file: { name, size, lastModified }, prompt, source, audience }, fileKey),
    uploadId: id,
    sha256,
    isComplete: offset === size,
    isResumed: true,
    isFileSaved: fileKey !== null,
    sent: offset,
    accepted: offset,
  };
  const opened = { ...state, prompt: null, isOpen: state.isOpen || isRequested };
  if (isRequested) return storeAndProceed(opened, upload);
  if (paused) return none(withCurrent(opened, { ...upload, phase: 'paused' }));
  return proceed(opened, upload);
}

/** Stores the change in this browser, then continues with the next step. */
export function storeAndProceed(state: UploadsState, upload: Upload): Change {
  const stored = store(state, upload);
  const next = proceed(stored.state, upload);
  return { state: next.state, effects: [...stored.effects, ...next.effects] };
}

/** Continues with the next step: restart, create, send, ask for the file or the prompt, or publish. */
export function proceed(state: UploadsState, before: Upload): Change {
  if (before.isCreating) return none(withCurrent(state, { ...before, phase: 'sending' }));
  const restart = before.phase === 'failed' && mustRestart(before.error?.code);
  const removal = restart ? forget(state, before) : [];
  if (restart && before.uploadId) removal.push({ type: 'discard', uploadId: before.uploadId });
  const upload = restart ? newUpload(before, before.fileKey) : before;
  const { key, fileKey, uploadId, prompt, audience, sha256 } = upload;
  const attempt = before.attempt + 1;
  const next = { ...upload, attempt, error: null, otherFile: null, speed: null, secondsLeft: null };
  const change = (phase: Upload['phase'], effect: UploadEffect, isCreating = false): Change => ({
    state: withCurrent(state, { ...next, phase, isCreating }),
    effects: [...removal, effect],
  });
  if (upload.isComplete && uploadId !== null) {
    if (!prompt) return change('promptNeeded', { type: 'stop', key });
    return change('publishing', { type: 'publish', key, attempt, fileKey, uploadId, prompt, audience, sha256 });
  }
  if (fileKey === null) return change('fileNeeded', { type: 'stop', key });
  const send: UploadEffect = { type: 'send', key, attempt, fileKey, uploadId, prompt, sha256 };
  return change('sending', send, uploadId === null);
}

/** A request failed: waits for the connection, or reports the error to the person. */
export function fail(state: UploadsState, before: Upload, error: Pick<ApiError, 'status'> & UploadError): Change {
  const failures = before.failures + 1;
  const upload = { ...before, failures, speed: null, secondsLeft: null };
  const { key } = upload;
  // The server lacks bytes that it had confirmed.
  if (error.code === 'upload.unfinished' && upload.isComplete && failures <= SERVER_ATTEMPTS) {
    return proceed(state, { ...upload, isComplete: false });
  }
  const kind = error.code === 'upload.unfinished' ? 'rejected' : failureKind(error, upload.uploadId !== null);
  if (kind === 'connection' || (kind === 'server' && failures <= SERVER_ATTEMPTS)) {
    const attempt = upload.attempt + 1;
    return {
      state: withCurrent(state, { ...upload, attempt, phase: 'connectionLost' }),
      effects: [{ type: 'wait', key, attempt, delayMs: retryDelay(before.failures) }],
    };
  }
  const { code, params } = error;
  const shown = kind === 'expired' ? { code: EXPIRED } : { code, ...(params && { params }) };
  return {
    state: withCurrent(state, { ...upload, phase: 'failed', error: shown }),
    effects: [{ type: 'stop', key }],
  };
}

/**
 * Ends the current upload and starts the next one in the queue.
 * @param reason discarded: its prompt stays chosen for another video; cleared: it does not (UP-06)
 */
export function closeUpload(
  state: UploadsState,
  upload: Upload,
  reason: 'published' | 'discarded' | 'cleared',
): Change {
  const { key, uploadId, source, isCreating } = upload;
  const isPublished = reason === 'published';
  const effects: UploadEffect[] = [];
  // The request that creates it must finish: only then its id is known and it can be deleted.
  if (!isCreating) effects.push({ type: 'stop', key });
  effects.push(...forget(state, upload));
  if (!isPublished && uploadId) effects.push({ type: 'discard', uploadId });
  effects.push({ type: 'releaseSource', source, isPublished });
  const [next, ...queue] = state.queue;
  const closed: UploadsState = {
    ...state,
    queue,
    current: null,
    isOpen: state.isOpen && !isPublished,
    prompt: reason === 'discarded' ? upload.prompt : null,
    published: state.published + Number(isPublished),
  };
  if (next) {
    const started = startUpload(closed, next);
    return { state: started.state, effects: [...effects, ...started.effects] };
  }
  if (state.userId) effects.push({ type: 'findStored', userId: state.userId });
  return { state: closed, effects };
}

/** The session has ended: stops everything and clears the state. Stored uploads resume at the next login. */
export function endSession(state: UploadsState, isLogout: boolean): Change {
  if (state.userId === null) return { state: INITIAL_UPLOADS, effects: isLogout ? [{ type: 'forgetAll' }] : [] };
  const effects: UploadEffect[] = [{ type: 'stopAll' }];
  for (const { source } of [...(state.current ? [state.current] : []), ...state.queue]) {
    effects.push({ type: 'releaseSource', source, isPublished: false });
  }
  if (isLogout) effects.push({ type: 'forgetAll' });
  return { state: INITIAL_UPLOADS, effects };
}

/** Changes the current upload and stores the change in this browser. */
export function store(state: UploadsState, upload: Upload): Change {
  const changed = withCurrent(state, upload);
  const { uploadId: id, prompt, source, audience, phase, sha256, file } = upload;
  if (id === null || state.userId === null) return none(changed);
  const stored = { ...file, id, prompt, source, ...(audience && { audience }), paused: phase === 'paused', sha256 };
  return { state: changed, effects: [{ type: 'store', userId: state.userId, upload: stored }] };
}

function forget({ userId }: UploadsState, { key, uploadId }: Upload): UploadEffect[] {
  return userId === null ? [] : [{ type: 'forget', userId, key, uploadId }];
}

function withCurrent(state: UploadsState, current: Upload): UploadsState {
  return { ...state, current };
}
