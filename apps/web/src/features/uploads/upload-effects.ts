import type { Middleware } from '@reduxjs/toolkit';
import { importWithRetry } from '../../shared/lazy-component.ts';
import { deleteStored, storedUploads } from './stored-uploads.ts';
import { removeFiles } from './upload-files.ts';
import { isLostByReload, transition } from './upload-machine.ts';
import type { UploadRunner } from './upload-runner.ts';
import type { ReleaseSource, UploadEffect, UploadEvent, UploadsState } from './upload-types.ts';
import type { UploadsDispatch } from './uploads.api.ts';
import { isUploadEvent, type StateWithUploads } from './uploads-state.ts';

export { uploadsReducer } from './uploads.reducer.ts';

/**
 * Runs the effects of the upload machine. Most of them need upload-runner.ts, which contains the tus client and is
 * loaded when there is something to send.
 */
export const loadRunner = () => importWithRetry(() => import('./upload-runner.ts'));

/**
 * The middleware that runs the effects of uploads. It does not use Redux Toolkit's listener middleware, which would be
 * part of every first page (docs/decisions/0005-resumable-uploads.md).
 */
export function createUploadEffects(releaseSource: ReleaseSource): Middleware<object, StateWithUploads> {
  /** Effects that wait for the runner to load. */
  let waiting: UploadEffect[] | null = null;
  let runner: UploadRunner | null = null;

  return ({ getState, dispatch }) =>
    (next) =>
    (action) => {
      if (!isUploadEvent(action)) return next(action);
      const before = getState().uploads;
      const { effects } = transition(before, action);
      const result = next(action);
      for (const effect of effects) run(effect, dispatch);
      const { uploads } = getState();
      const needed = fileKeysOf(uploads);
      removeFiles([...fileKeysOf(before), ...fileKeysIn(action)].filter((key) => !needed.includes(key)));
      warnBeforeReload(isLostByReload(uploads));
      return result;
    };

  function run(effect: UploadEffect, dispatch: UploadsDispatch): void {
    if (effect.type === 'releaseSource') {
      releaseSource(effect.source, effect.isPublished);
      return;
    }
    // Immediately, because the page is left after a logout.
    if (effect.type === 'forgetAll') deleteStored();
    if (runner) runner.run(effect);
    else if (waiting) waiting.push(effect);
    else if (needsRunner(effect)) {
      waiting = [effect];
      loadRunner().then(
        (module) => {
          runner = new module.UploadRunner(dispatch);
          for (const one of waiting ?? []) runner.run(one);
          waiting = null;
        },
        () => {
          const unsent = waiting ?? [];
          waiting = null;
          for (const one of unsent) reportNotLoaded(one, dispatch);
        },
      );
    }
  }
}

/** Whether this effect needs the runner in a page that has not sent anything yet. */
function needsRunner(effect: UploadEffect): boolean {
  if (effect.type === 'findStored') return storedUploads(effect.userId).length > 0;
  return effect.type === 'send' || effect.type === 'takeOver';
}

/** Reports that the runner could not be loaded and nothing was sent. The person can retry. */
function reportNotLoaded(effect: UploadEffect, dispatch: UploadsDispatch): void {
  if (effect.type !== 'send') return;
  const { key, attempt } = effect;
  // Not status 0, because waiting for the connection needs the runner too.
  dispatch({ type: 'uploads/requestFailed', key, attempt, error: { status: 400, code: 'network.down' } });
}

function fileKeysOf({ current, queue }: UploadsState): (string | null)[] {
  return [current?.fileKey ?? null, ...queue.map(({ key }) => key)];
}

/** The file keys in an event. */
function fileKeysIn(event: UploadEvent): (string | null)[] {
  if (event.type === 'uploads/fileChosen') return [event.chosen.key];
  return event.type === 'uploads/fileChosenAgain' || event.type === 'uploads/found' ? [event.fileKey] : [];
}

let isWarning = false;
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Makes the browser ask before the page is left or reloaded. */
function warnBeforeReload(isNeeded: boolean): void {
  if (isNeeded === isWarning) return;
  isWarning = isNeeded;
  if (isNeeded) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}
