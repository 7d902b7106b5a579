import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionExpired, signedOut } from '../../shared/api/session-events.ts';
import { openUpload, showUpload, startUploads } from './upload-actions.ts';
import * as machine from './upload-effects.ts';
import { createUploadLoader, type UploadModule } from './upload-loader.ts';
import { INITIAL_UPLOADS } from './uploads-state.ts';

const JOB = { id: 1, prompt: 'What was your first job?' };

/** A store with an upload machine that loads when the test says so. */
function newStore() {
  const load = vi.fn<() => Promise<UploadModule>>();
  const loading = Promise.withResolvers<UploadModule>();
  load.mockReturnValueOnce(loading.promise).mockResolvedValue(machine);
  const loader = createUploadLoader(({ uploadsReducer, createUploadEffects }) => {
    store.replaceReducer(combineReducers({ uploads: uploadsReducer }));
    return createUploadEffects(() => {});
  }, load);
  const store = configureStore({
    reducer: combineReducers({ uploads: () => INITIAL_UPLOADS }),
    middleware: (getDefault) => getDefault().concat(loader),
  });
  return { dispatch: store.dispatch, uploads: () => store.getState().uploads, load, loading };
}

describe('the upload machine', () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      removeItem: (key: string) => stored.delete(key),
    });
    vi.stubGlobal('indexedDB', { deleteDatabase: vi.fn() });
  });

  it('[UP-01] is loaded when the dialog is opened, not at the login; events are kept until then', async () => {
    const { dispatch, uploads, load, loading } = newStore();
    dispatch(startUploads('odalie'));
    expect(load).not.toHaveBeenCalled();
    dispatch(openUpload(JOB));
    dispatch(showUpload());
    expect(load).toHaveBeenCalledOnce();
    expect(uploads()).toEqual(INITIAL_UPLOADS);
    loading.resolve(machine);
    await expect.poll(() => uploads()).toMatchObject({ userId: 'odalie', isOpen: true, prompt: JOB });
  });

  it('[UP-04] is loaded at the login if an unfinished upload is stored', () => {
    const { dispatch, load } = newStore();
    stored.set('kinreel.uploads', JSON.stringify({ userId: 'odalie', uploads: [{ id: 'a' }] }));
    dispatch(startUploads('odalie'));
    expect(load).toHaveBeenCalledOnce();
  });

  it.each([signedOut, sessionExpired])('[HEAD-04] drops events from before the session ended', async (end) => {
    const { dispatch, uploads, loading } = newStore();
    stored.set('kinreel.uploads', JSON.stringify({ userId: 'odalie', uploads: [{ id: 'a' }] }));
    dispatch(startUploads('odalie'));
    dispatch(openUpload(JOB));
    dispatch(end());
    expect(stored.size).toBe(end === signedOut ? 0 : 1);
    loading.resolve(machine);
    await loading.promise;
    await Promise.resolve();
    expect(uploads()).toEqual(INITIAL_UPLOADS);
  });

  it('[UP-01] is loaded at the next opening of the dialog if loading has failed', async () => {
    const { dispatch, uploads, load, loading } = newStore();
    dispatch(startUploads('odalie'));
    dispatch(openUpload(JOB));
    loading.reject(new Error('No connection'));
    await vi.waitFor(() => {
      dispatch(openUpload(JOB));
      expect(load).toHaveBeenCalledTimes(2);
    }, 15_000);
    await expect.poll(() => uploads()).toMatchObject({ userId: 'odalie', isOpen: true });
  });
});
