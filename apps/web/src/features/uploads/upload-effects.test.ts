import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signedOut } from '../../shared/api/session-events.ts';
import { chooseFile, discardUpload, startUploads } from './upload-actions.ts';
import * as machine from './upload-effects.ts';
import { getFile } from './upload-files.ts';
import { createUploadLoader } from './upload-loader.ts';
import type { ReleaseSource, UploadEffect } from './upload-types.ts';
import { INITIAL_UPLOADS } from './uploads-state.ts';

/** The effects that were run; nothing is sent. */
const ran = vi.hoisted((): UploadEffect[] => []);
vi.mock('./upload-runner.ts', () => ({
  UploadRunner: class {
    run(effect: UploadEffect) {
      ran.push(effect);
    }
  },
}));

const JOB = { id: 1, prompt: 'What was your first job?' };
const TAKE = { kind: 'take', takeId: 't' } as const;

function newStore() {
  const releaseSource = vi.fn<ReleaseSource>();
  const loader = createUploadLoader(
    ({ uploadsReducer, createUploadEffects }) => {
      store.replaceReducer(combineReducers({ uploads: uploadsReducer }));
      return createUploadEffects(releaseSource);
    },
    async () => machine,
  );
  const store = configureStore({
    reducer: combineReducers({ uploads: () => INITIAL_UPLOADS }),
    middleware: (getDefault) => getDefault({ serializableCheck: false, immutableCheck: false }).concat(loader),
  });
  return { dispatch: store.dispatch, releaseSource };
}

describe('the effects of uploads', () => {
  const warnings = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
  beforeEach(() => {
    ran.length = 0;
    warnings.addEventListener.mockClear();
    vi.stubGlobal('window', warnings);
    vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => null });
    vi.stubGlobal('indexedDB', { deleteDatabase: vi.fn() });
  });

  it('[UP-08][UP-04] send a recording that was chosen before the machine was loaded, and keep its file in memory until the end', async () => {
    const { dispatch, releaseSource } = newStore();
    dispatch(startUploads('odalie'));
    dispatch(chooseFile(new File(['one'], 'one.mp4'), JOB, TAKE));
    await expect.poll(() => ran).toMatchObject([{ type: 'send' }]);
    const key = ran[0]?.type === 'send' ? ran[0].fileKey : null;
    expect(getFile(key)?.name).toBe('one.mp4');
    // The next one waits in the queue with its file.
    dispatch(chooseFile(new File(['two'], 'two.mp4'), JOB));
    dispatch(discardUpload());
    expect(getFile(key)).toBeUndefined();
    expect(releaseSource).toHaveBeenCalledExactlyOnceWith(TAKE, false);
    const next = ran.at(-1);
    expect(next?.type === 'send' && getFile(next.fileKey)?.name).toBe('two.mp4');
    dispatch(signedOut());
    expect(ran.slice(-2).map(({ type }) => type)).toEqual(['stopAll', 'forgetAll']);
    expect(next?.type === 'send' && getFile(next.fileKey)).toBeUndefined();
  });

  it('[UP-04] warn before a reload only while the browser has no copy of the file', async () => {
    const { dispatch } = newStore();
    dispatch(startUploads('odalie'));
    dispatch(chooseFile(new File(['one'], 'one.mp4'), JOB));
    await expect.poll(() => warnings.addEventListener).toHaveBeenCalledOnce();
    expect(warnings.addEventListener.mock.calls[0]?.[0]).toBe('beforeunload');
    dispatch(discardUpload());
    expect(warnings.removeEventListener).toHaveBeenCalled();
  });
});
