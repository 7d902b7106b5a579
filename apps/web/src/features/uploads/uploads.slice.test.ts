import { configureStore } from '@reduxjs/toolkit';
import { describe, expect, it } from 'vitest';
import { sessionExpired, signedOut } from '../../shared/api/session-events.ts';
import { needsPrompt, selectUpload, uploadOpened, uploadsSlice } from './uploads.slice.ts';

const { actions } = uploadsSlice;
const FILE = { name: 'IMG_1234.mov', size: 1000 };
const JOB = { id: 1, prompt: 'What was your first job?' };

function newStore() {
  const store = configureStore({ reducer: { uploads: uploadsSlice.reducer } });
  return { ...store, upload: () => selectUpload(store.getState()) };
}

describe('an upload', () => {
  it('[UP-04][UP-05] is sent, paused, held up, sent on, checked and done', () => {
    const { dispatch, upload } = newStore();
    dispatch(uploadOpened(JOB));
    dispatch(actions.fileChosen({ file: FILE, prompt: JOB }));
    expect(upload()).toMatchObject({ phase: 'sending', sent: 0, total: 1000, isOpen: true, uploadId: null });
    dispatch(actions.uploadCreated('a'));
    dispatch(actions.progressed({ sent: 400, speed: 100, secondsLeft: 6 }));
    dispatch(actions.paused());
    expect(upload()).toMatchObject({ phase: 'paused', sent: 400, speed: null, secondsLeft: null });
    dispatch(actions.sendingStarted());
    dispatch(actions.lineLost());
    expect(upload()).toMatchObject({ phase: 'waiting', sent: 400, uploadId: 'a' });
    dispatch(actions.sendingStarted());
    dispatch(actions.allSent());
    expect(upload()).toMatchObject({ phase: 'checking', sent: 1000 });
    dispatch(actions.uploadSucceeded());
    expect(upload()).toMatchObject({ phase: 'choosing', isOpen: false, prompt: null, file: null, finished: 1 });
  });

  it('[UP-03] is on its way without a prompt, and waits for it at the end', () => {
    const { dispatch, upload } = newStore();
    expect(needsPrompt(upload())).toBe(false);
    dispatch(actions.fileChosen({ file: FILE, prompt: null }));
    expect(needsPrompt(upload())).toBe(true);
    dispatch(actions.allSent());
    expect(upload().phase).toBe('sent');
    dispatch(actions.promptChosen(JOB));
    expect(needsPrompt(upload())).toBe(false);
    dispatch(actions.allSent());
    expect(upload().phase).toBe('checking');
  });

  it('[UP-04] is found again after a reload, and asks for its file if the browser has it no longer', () => {
    const { dispatch, upload } = newStore();
    dispatch(actions.uploadFound({ id: 'a', file: FILE, prompt: JOB, phase: 'sending', sent: 400 }));
    expect(upload()).toMatchObject({ uploadId: 'a', resumed: true, sent: 400, total: 1000 });
    dispatch(actions.fileMissing(undefined));
    expect(upload()).toMatchObject({ phase: 'fileNeeded', otherFile: null });
    dispatch(actions.fileMissing('cat.mov'));
    expect(upload()).toMatchObject({ phase: 'fileNeeded', otherFile: 'cat.mov' });
    dispatch(actions.sendingStarted());
    expect(upload()).toMatchObject({ phase: 'sending', otherFile: null, sent: 400 });
  });

  it('[UP-07] that fails keeps file and prompt; given up, it keeps the prompt for another video', () => {
    const { dispatch, upload } = newStore();
    dispatch(actions.fileChosen({ file: FILE, prompt: JOB }));
    dispatch(actions.uploadFailed('Your space is full.'));
    expect(upload()).toMatchObject({ phase: 'failed', error: 'Your space is full.', file: FILE, prompt: JOB });
    dispatch(actions.uploadForgotten());
    expect(upload()).toMatchObject({ phase: 'choosing', file: null, prompt: JOB, error: null });
  });

  it('[UP-06] a cleared one leaves neither file nor prompt', () => {
    const { dispatch, upload } = newStore();
    dispatch(actions.fileChosen({ file: FILE, prompt: null }));
    dispatch(actions.videoCleared());
    expect(upload()).toMatchObject({ phase: 'choosing', file: null, prompt: null });
  });

  it.each([signedOut, sessionExpired])('[HEAD-04][UP-04] leaves nothing to see when the session ends', (ended) => {
    const { dispatch, upload } = newStore();
    const first = upload();
    dispatch(actions.fileChosen({ file: FILE, prompt: JOB }));
    dispatch(ended());
    expect(upload()).toEqual(first);
  });
});
