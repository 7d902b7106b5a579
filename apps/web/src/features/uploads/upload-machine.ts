import { SERVER_ATTEMPTS } from './upload-failure.ts';
import {
  addToQueue,
  type Change,
  closeUpload,
  endSession,
  fail,
  none,
  proceed,
  resumeFound,
  startUpload,
  store,
  storeAndProceed,
  unlock,
} from './upload-steps.ts';
import type { Upload, UploadEvent, UploadsState } from './upload-types.ts';
import { INITIAL_UPLOADS } from './uploads-state.ts';

/**
 * The upload machine: how the uploads of this tab change with an event, and which effects follow. Pure: no browser,
 * clock, input or output. The store keeps its state; upload-effects.ts runs its effects.
 *
 * One upload is sent at a time, the others wait in a queue.
 */
export function transition(state: UploadsState, event: UploadEvent): Change {
  switch (event.type) {
    case 'uploads/loggedIn': {
      if (state.userId === event.userId) return none(state);
      const { effects } = endSession(state, false);
      return {
        state: { ...INITIAL_UPLOADS, userId: event.userId },
        effects: [...effects, { type: 'findStored', userId: event.userId }],
      };
    }
    case 'session/signedOut':
      return endSession(state, true);
    case 'session/expired':
      return endSession(state, false);
    default:
      return state.userId === null ? none(state) : whileLoggedIn(state, event);
  }
}

function whileLoggedIn(state: UploadsState, event: UploadEvent): Change {
  const { current } = state;
  switch (event.type) {
    case 'uploads/dialogOpened': {
      const cleared = event.isNew ? clearSelection(state) : none(state);
      const prompt = cleared.state.current ? null : (event.prompt ?? cleared.state.prompt);
      return { ...cleared, state: { ...cleared.state, isOpen: true, prompt } };
    }
    case 'uploads/dialogClosed':
      return none({ ...state, isOpen: false });
    case 'uploads/videoCleared':
      return clearSelection(state);
    case 'uploads/fileChosen':
      return current ? addToQueue(state, event.chosen) : startUpload(state, event.chosen);
    case 'uploads/unfinishedChosen': {
      const { upload, prompt } = event;
      if (current || state.userId === null) return none(state);
      return { state, effects: [{ type: 'takeOver', userId: state.userId, upload, prompt }] };
    }
    case 'uploads/found':
      return current || event.userId !== state.userId
        ? { state, effects: [unlock(event.stored.id)] }
        : resumeFound(state, event);
    case 'uploads/promptChosen':
      if (!current) return none({ ...state, prompt: event.prompt });
      return choosePrompt(state, { ...current, prompt: event.prompt });
    case 'uploads/latestDone':
      return none({ ...state, latest: null });
    case 'uploads/audienceChosen':
      return chooseAudience(state, event);
    case 'uploads/created':
      return created(state, event);
    default:
      return current ? duringUpload(state, current, event) : none(state);
  }
}

/** Clears a selection: a video without a prompt that is not being sent and of which the server has nothing. */
function clearSelection(state: UploadsState): Change {
  const { current } = state;
  const isSelection =
    current?.prompt === null && current.uploadId === null && ['failed', 'fileNeeded'].includes(current.phase);
  return isSelection ? closeUpload(state, current, 'cleared') : none(state);
}

function choosePrompt(state: UploadsState, upload: Upload): Change {
  // A video that is being published keeps the prompt that was sent to the server.
  if (upload.phase === 'publishing') return none(state);
  return upload.phase === 'promptNeeded' ? storeAndProceed(state, upload) : store(state, upload);
}

/** Ignored during publishing: then the person changes the video itself. */
function chooseAudience(state: UploadsState, event: UploadEvent & { type: 'uploads/audienceChosen' }): Change {
  const { current, queue } = state;
  const { key, audience } = event;
  if (current?.key === key)
    return current.phase === 'publishing' ? none(state) : store(state, { ...current, audience });
  return none({ ...state, queue: queue.map((chosen) => (chosen.key === key ? { ...chosen, audience } : chosen)) });
}

/** The server has created an upload. It is discarded there if the person has discarded it meanwhile. */
function created(state: UploadsState, event: UploadEvent & { type: 'uploads/created' }): Change {
  const { current } = state;
  const { key, uploadId } = event;
  if (!current?.isCreating || current.key !== key || current.attempt !== event.attempt) {
    return {
      state,
      effects: [
        { type: 'stop', key },
        { type: 'discard', uploadId },
      ],
    };
  }
  const stored = store(state, { ...current, uploadId, isCreating: false });
  const effects: Change['effects'] = [{ type: 'lock', uploadId }, ...stored.effects];
  if (current.phase !== 'sending') effects.unshift({ type: 'stop', key });
  if (current.fileKey) effects.push({ type: 'saveFile', key, uploadId, fileKey: current.fileKey });
  return { state: stored.state, effects };
}

function duringUpload(state: UploadsState, upload: Upload, event: UploadEvent): Change {
  const { phase } = upload;
  const update = (changed: Partial<Upload>) => none({ ...state, current: { ...upload, ...changed } });
  switch (event.type) {
    case 'uploads/pausePressed': {
      if (phase !== 'sending' && phase !== 'connectionLost') return none(state);
      const stored = store(state, { ...upload, phase: 'paused', speed: null, secondsLeft: null });
      // The request that creates it must finish, see `created`.
      return upload.isCreating
        ? stored
        : { ...stored, effects: [{ type: 'stop', key: upload.key }, ...stored.effects] };
    }
    case 'uploads/resumePressed':
      if (phase !== 'paused' && phase !== 'connectionLost' && phase !== 'failed') return none(state);
      // It is not paused any more, also after a reload.
      return phase === 'paused'
        ? storeAndProceed(state, { ...upload, phase: 'sending', failures: 0 })
        : proceed(state, { ...upload, failures: 0 });
    case 'uploads/discardPressed':
      return phase === 'publishing' ? none(state) : closeUpload(state, upload, 'discarded');
    case 'uploads/fileChosenAgain': {
      if (phase !== 'fileNeeded') return none(state);
      const { file, fileKey } = event;
      if (!isSameFile(upload.file, file)) return replaceFile(state, upload, event);
      if (upload.uploadId === null) return proceed(state, { ...upload, fileKey, failures: 0 });
      const next = proceed(state, { ...upload, fileKey, isFileSaved: false, failures: 0 });
      const save = { type: 'saveFile', key: upload.key, uploadId: upload.uploadId, fileKey } as const;
      return { ...next, effects: [...next.effects, save] };
    }
    case 'uploads/connectionReturned':
      return phase === 'connectionLost' ? proceed(state, upload) : none(state);
    case 'uploads/hashed':
      return event.key === upload.key && event.fileKey === upload.fileKey
        ? store(state, { ...upload, sha256: event.sha256 })
        : none(state);
    case 'uploads/fileSaved':
      return event.key === upload.key && event.uploadId === upload.uploadId
        ? update({ isFileSaved: true })
        : none(state);
    default:
      return 'attempt' in event && event.key === upload.key && event.attempt === upload.attempt
        ? duringAttempt(state, upload, event)
        : none(state);
  }
}

/** Replaces the file. Allowed only until the server has received bytes of the first one. */
function replaceFile(
  state: UploadsState,
  upload: Upload,
  { file, fileKey }: UploadEvent & { type: 'uploads/fileChosenAgain' },
): Change {
  if (upload.uploadId !== null) return none({ ...state, current: { ...upload, otherFile: file.name } });
  const next = proceed(state, { ...upload, file, fileKey, source: { kind: 'file' }, sha256: null, failures: 0 });
  return { ...next, effects: [{ type: 'releaseSource', source: upload.source, isPublished: false }, ...next.effects] };
}

function duringAttempt(state: UploadsState, upload: Upload, event: UploadEvent): Change {
  const { phase } = upload;
  const update = (changed: Partial<Upload>) => none({ ...state, current: { ...upload, ...changed } });
  // Paused while the server was creating it: the result decides how it resumes.
  if (phase === 'paused' && upload.isCreating) {
    if (event.type === 'uploads/fileUnreadable') return update({ isCreating: false, fileKey: null });
    return event.type === 'uploads/requestFailed' || event.type === 'uploads/tokenRenewed'
      ? update({ isCreating: false })
      : none(state);
  }
  if (event.type === 'uploads/waitEnded') return phase === 'connectionLost' ? proceed(state, upload) : none(state);
  if (phase !== 'sending' && phase !== 'publishing') return none(state);
  const isSending = phase === 'sending';
  switch (event.type) {
    case 'uploads/bytesAccepted':
      return update({
        accepted: event.offset,
        failures: event.offset > upload.accepted ? 0 : upload.failures,
      });
    case 'uploads/progressed':
      if (!isSending) return none(state);
      return update({ sent: event.sent, speed: event.speed, secondsLeft: event.secondsLeft });
    case 'uploads/allSent': {
      const { size } = upload.file;
      return isSending && upload.uploadId !== null
        ? proceed(state, { ...upload, isComplete: true, sent: size, accepted: size })
        : none(state);
    }
    case 'uploads/published':
      if (isSending) return none(state);
      return closeUpload(
        { ...state, latest: { source: upload.source, videoId: event.videoId, prompt: upload.prompt } },
        upload,
        'published',
      );
    case 'uploads/requestFailed':
      return fail(state, { ...upload, isCreating: false }, event.error);
    case 'uploads/tokenRenewed':
      // Limits the retries if the server rejects every token.
      return upload.failures < SERVER_ATTEMPTS
        ? proceed(state, { ...upload, isCreating: false, failures: upload.failures + 1 })
        : fail(state, { ...upload, isCreating: false }, { status: 401, code: 'session.expired' });
    case 'uploads/fileUnreadable':
      return isSending ? proceed(state, { ...upload, isCreating: false, fileKey: null }) : none(state);
    default:
      return none(state);
  }
}

/**
 * Whether a file that was chosen again is the same. The size must match, and the name or the date, because phones may
 * change one of them. The server compares the bytes at the end.
 */
export function isSameFile(one: Upload['file'], other: Upload['file']): boolean {
  return one.size === other.size && (one.name === other.name || one.lastModified === other.lastModified);
}

/** Whether a video without a prompt is chosen (UP-03). It may already be uploading. */
export function needsPrompt(upload: Upload | null): boolean {
  return upload?.prompt === null;
}

/** Whether the upload could not resume after a reload, so that the browser must warn. */
export function isLostByReload({ current }: UploadsState): boolean {
  if (!current || current.fileKey === null || current.isFileSaved) return false;
  return current.phase === 'sending' || current.phase === 'connectionLost' || current.phase === 'paused';
}
