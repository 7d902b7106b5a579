import { messages } from '@kinreel/contracts/messages';
import type { Dispatch } from '@reduxjs/toolkit';
import { readAccessToken } from '../../shared/api/access-token.ts';
import { errorMessage, toApiError } from '../../shared/api/api-error.ts';
import { baseApi } from '../../shared/api/base-api.ts';
import { renewToken } from '../../shared/api/session-events.ts';
import { addSample, estimate, type Sample } from './progress-estimate.ts';
import { type ChosenPrompt, uploadsSlice } from './uploads.slice.ts';

/**
 * Sends the chosen file. One upload at a time, whatever page is shown: the file and the request are kept here, because
 * a store holds plain data only; what people see of it is in the store.
 */
const { actions } = uploadsSlice;

let file: File | null = null;
let request: XMLHttpRequest | null = null;

/** Asks the browser to warn before the page is left during an upload. */
function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Keep `chosen`; with a prompt it is sent at once, without one the person is asked for it (UP-03). */
export function chooseFile(dispatch: Dispatch, chosen: File, prompt: ChosenPrompt | null): void {
  file = chosen;
  dispatch(actions.fileChosen({ name: chosen.name, size: chosen.size }));
  if (prompt) send(dispatch, prompt);
}

/** Choose what the video answers; a file that waits for it is sent at once. */
export function choosePrompt(dispatch: Dispatch, prompt: ChosenPrompt): void {
  dispatch(actions.promptChosen({ id: prompt.id, prompt: prompt.prompt }));
  if (file && !request) send(dispatch, prompt);
}

/** Send the same file for the same prompt once more (UP-07). */
export function retryUpload(dispatch: Dispatch, prompt: ChosenPrompt): void {
  if (file && !request) send(dispatch, prompt);
}

/** Stop what is under way, or give up what failed, and forget the file. */
export function forgetUpload(dispatch: Dispatch): void {
  const stopped = request;
  release();
  file = null;
  stopped?.abort();
  dispatch(actions.uploadForgotten());
}

/** The selected video is cleared when the upload control appears (UP-06); an upload under way or failed is kept. */
export function clearVideo(dispatch: Dispatch, phase: string): void {
  if (phase === 'choosing') file = null;
  dispatch(actions.videoCleared());
}

function release(): void {
  request = null;
  window.removeEventListener('beforeunload', warnBeforeLeaving);
}

/** POST /api/video/ (API-09) by XMLHttpRequest, which alone tells how much is sent. The prompt goes before the file. */
function send(dispatch: Dispatch, prompt: ChosenPrompt, renewed = false): void {
  if (!file) return;
  const form = new FormData();
  form.append('prompt', String(prompt.id));
  form.append('video', file);

  const token = readAccessToken();
  const call = new XMLHttpRequest();
  request = call;
  const isCurrent = () => request === call;
  let samples: Sample[] = [];

  window.addEventListener('beforeunload', warnBeforeLeaving);
  dispatch(actions.sendingStarted());

  call.upload.onprogress = ({ loaded, total }) => {
    if (!isCurrent()) return;
    samples = addSample(samples, { at: performance.now(), sent: loaded });
    dispatch(actions.progressed({ sent: loaded, total, ...estimate(samples, total) }));
  };
  call.upload.onload = () => {
    if (isCurrent()) dispatch(actions.allSent());
  };
  call.onload = async () => {
    if (!isCurrent()) return;
    if (call.status >= 200 && call.status < 300) {
      release();
      file = null;
      dispatch(actions.uploadSucceeded());
      dispatch(baseApi.util.invalidateTags(['Videos']));
      return;
    }
    if (call.status === 401 && token && !renewed && (await renewToken(token)) === 'renewed') {
      if (isCurrent()) send(dispatch, prompt, true);
      return;
    }
    fail(dispatch, errorMessage(toApiError({ status: call.status, data: readJson(call.responseText) })));
  };
  call.onerror = () => {
    if (isCurrent()) fail(dispatch, errorMessage(toApiError({ status: 'FETCH_ERROR', error: '' })));
  };

  call.open('POST', '/api/video/');
  if (token) call.setRequestHeader('authorization', `Bearer ${token}`);
  call.send(form);
}

function fail(dispatch: Dispatch, message: string): void {
  release();
  dispatch(actions.uploadFailed(message || messages.generic.text));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
