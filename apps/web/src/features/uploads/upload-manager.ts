import type { UnfinishedUpload } from '@kinreel/contracts/uploads';
import type { Dispatch, Middleware } from '@reduxjs/toolkit';
import { NETWORK_DOWN } from '../../shared/api/api-error.ts';
import { sessionExpired, signedOut } from '../../shared/api/session-events.ts';
import { importWithRetry } from '../../shared/lazy-component.ts';
import type { UploadsDispatch } from './resumable-upload.ts';
import { forgetStored, storedUploads } from './stored-uploads.ts';
import { type ChosenPrompt, needsPrompt, type UploadsState, uploadsSlice } from './uploads.slice.ts';

/**
 * What the screens may do with uploads. The work itself (upload-engine.ts) is loaded when there is something to send:
 * it brings the tus client with it.
 */
const { actions } = uploadsSlice;

type Engine = typeof import('./upload-engine.ts');

/** Fetch the engine ahead, when somebody is about to need it. */
export const loadEngine = (): Promise<Engine> => importWithRetry(() => import('./upload-engine.ts'));

/** Whose uploads they are. */
let owner: string | null = null;
let isEngineAsked = false;
let state: () => UploadsState = () => uploadsSlice.getInitialState();
/** A chosen file that the engine does not have yet, because it is being loaded or could not be. */
let unsent: { isGivenUp: boolean; again: () => void } | null = null;

/** Lets go of the uploads when the session ends; forgets them when the person has logged out. */
export const uploadsMiddleware: Middleware<object, { uploads: UploadsState }> = (store) => {
  state = () => store.getState().uploads;
  return (next) => (action) => {
    const hasLoggedOut = signedOut.match(action);
    if (hasLoggedOut || sessionExpired.match(action)) {
      if (hasLoggedOut) forgetStored();
      suspend();
    }
    return next(action);
  };
};

/** Somebody is signed in: go on with what they began in this browser. */
export function startUploads(dispatch: Dispatch, userId: string): void {
  if (owner === userId) return;
  if (owner) {
    suspend();
    dispatch(actions.uploadForgotten());
  }
  owner = userId;
  if (storedUploads(userId).length > 0) run(dispatch, (engine, send) => void engine.restore(send, userId));
}

/** Open the modal for a new video; the selected one is cleared when the upload control appears (UP-06). */
export function openUpload(dispatch: Dispatch, prompt?: ChosenPrompt): void {
  clearVideo(dispatch);
  dispatch(actions.uploadOpened(prompt));
}

/** Open the modal with what is under way. */
export function showUpload(dispatch: Dispatch): void {
  dispatch(actions.uploadOpened());
}

/**
 * Send `file` (UP-04). Without a prompt the person is asked for one meanwhile (UP-03). While another one is under way it
 * waits for its turn.
 * @param options.onDone called once it is published, and only then; not after the page was loaded anew
 */
export function chooseFile(
  dispatch: Dispatch,
  file: File,
  prompt: ChosenPrompt | null,
  options: { onDone?: () => void } = {},
): void {
  const userId = owner;
  if (!userId) return;
  // Shown before the engine is there, which may take a moment on a slow line.
  const { name, size } = file;
  if (state().phase === 'choosing') dispatch(actions.fileChosen({ file: { name, size }, prompt }));
  const attempt = { isGivenUp: false, again: () => chooseFile(dispatch, file, state().prompt ?? prompt, options) };
  unsent = attempt;
  run(dispatch, (engine, send) => {
    if (attempt.isGivenUp) return;
    unsent = null;
    // The prompt may have been chosen while the engine was loaded.
    const chosen = prompt ?? (engine.currentUpload() ? null : state().prompt);
    engine.begin(send, { userId, file, prompt: chosen, onDone: options.onDone });
  });
}

/** Choose what the video answers. */
export function choosePrompt(dispatch: Dispatch, prompt: ChosenPrompt): void {
  const chosen = { id: prompt.id, prompt: prompt.prompt };
  dispatch(actions.promptChosen(chosen));
  if (state().phase !== 'choosing') run(dispatch, (engine) => engine.currentUpload()?.choosePrompt(chosen));
}

export function pauseUpload(dispatch: Dispatch): void {
  run(dispatch, (engine) => engine.currentUpload()?.pause());
}

export function resumeUpload(dispatch: Dispatch): void {
  run(dispatch, (engine) => engine.currentUpload()?.resume());
}

/** Try once more, after a failure or while it waits for the line (UP-07). */
export function retryUpload(dispatch: Dispatch): void {
  if (unsent) {
    dispatch(actions.uploadForgotten());
    unsent.again();
  } else {
    run(dispatch, (engine) => void engine.currentUpload()?.retry());
  }
}

/** The file of the upload under way was chosen once more, after a reload. */
export function chooseFileAgain(dispatch: Dispatch, file: File): void {
  run(dispatch, (engine) => engine.currentUpload()?.giveFile(file));
}

/** Go on with an unfinished upload of the list. */
export function adoptUpload(dispatch: Dispatch, upload: UnfinishedUpload, prompt: ChosenPrompt | null): void {
  const userId = owner;
  if (!userId) return;
  run(dispatch, async (engine, send) => {
    if (await engine.adopt(send, userId, upload, prompt)) showUpload(dispatch);
  });
}

/** Stop what is under way, or give up what failed, and forget the file; here and on the server. */
export function forgetUpload(dispatch: Dispatch): void {
  if (unsent) {
    unsent.isGivenUp = true;
    unsent = null;
    dispatch(actions.uploadForgotten());
    return;
  }
  run(dispatch, (engine) => void engine.currentUpload()?.discard());
}

/** CLEAR_VIDEO (UP-06): the selected video is cleared. One that has its prompt is no selection but under way, and stays. */
export function clearVideo(dispatch: Dispatch): void {
  if (!needsPrompt(state())) return;
  forgetUpload(dispatch);
  dispatch(actions.videoCleared());
}

function suspend(): void {
  owner = null;
  if (unsent) unsent.isGivenUp = true;
  unsent = null;
  // Where it could not be loaded there is nothing to stop.
  if (isEngineAsked)
    loadEngine().then(
      (engine) => engine.suspend(),
      () => {},
    );
}

function run(dispatch: Dispatch, act: (engine: Engine, dispatch: UploadsDispatch) => unknown): void {
  isEngineAsked = true;
  loadEngine().then(
    (engine) => act(engine, dispatch as UploadsDispatch),
    () => dispatch(actions.uploadFailed(NETWORK_DOWN.message)),
  );
}
