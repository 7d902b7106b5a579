import type { UnfinishedUpload } from '@kinreel/contracts/uploads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findStoredUpload, takeOverUpload } from './find-upload.ts';
import { storedUploads, storeUpload } from './stored-uploads.ts';
import { lockUpload, tryLockUpload } from './upload-lock.ts';
import type { StoredUpload } from './upload-types.ts';
import type { UploadsDispatch } from './uploads.api.ts';

// Node has no IndexedDB. saved-files.browser.test.tsx tests the copies.
vi.mock('./saved-files.ts', () => ({
  savedFile: async (id: string) => (id === 'mill' ? new File(['copy'], 'mill.mov') : null),
  dropAllFiles: async () => {},
}));

const JOB = { id: 1, prompt: 'What was your first job?' };
const stored = (id: string): StoredUpload => ({
  id,
  name: `${id}.mov`,
  size: 100,
  lastModified: 1,
  prompt: JOB,
  source: { kind: 'file' },
  paused: true,
  sha256: 'a'.repeat(64),
});
const listed = (id: string, offset: number): UnfinishedUpload => ({
  id,
  file_name: `${id}.mov`,
  size: 100,
  offset,
  prompt_id: null,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-02T00:00:00.000Z',
});

/** A server with these unfinished uploads; null if it is unreachable. */
const server = (uploads: UnfinishedUpload[] | null) =>
  vi.fn(async () => (uploads ? { data: uploads } : { error: { status: 0 } })) as unknown as UploadsDispatch;

/** Whether the lock is free. */
const isFree = async (id: string) => {
  const release = await tryLockUpload(id);
  release?.();
  return release !== null;
};

const running = new AbortController().signal;
const releases: (() => void)[] = [];

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  });
});
afterEach(() => {
  for (const release of releases.splice(0)) release();
});

describe('[UP-04] an upload that this browser started', () => {
  it("is found with its file and the server's offset, and locked", async () => {
    storeUpload('odalie', stored('mill'));
    const found = await findStoredUpload('odalie', running, server([listed('mill', 40)]));
    expect(found).toMatchObject({ userId: 'odalie', stored: stored('mill'), offset: 40, isRequested: false });
    expect(await found?.file?.text()).toBe('copy');
    expect(await isFree('mill')).toBe(false);
    found?.release();
    await expect.poll(() => isFree('mill')).toBe(true);
  });

  it('is found without a connection, with offset 0 and without its file', async () => {
    storeUpload('odalie', stored('farm'));
    const found = await findStoredUpload('odalie', running, server(null));
    expect(found).toMatchObject({ offset: 0, file: null });
    found?.release();
  });

  it('is deleted if the server no longer has it, and the next one is found', async () => {
    storeUpload('odalie', stored('mill'));
    storeUpload('odalie', stored('farm'));
    const found = await findStoredUpload('odalie', running, server([listed('farm', 7)]));
    expect(found?.stored.id).toBe('farm');
    expect(storedUploads('odalie').map(({ id }) => id)).toEqual(['farm']);
    await expect.poll(() => isFree('mill')).toBe(true);
    found?.release();
  });

  it('waits for the tab that sends it, and is not resumed if that tab has finished it', async () => {
    storeUpload('odalie', stored('mill'));
    const otherTab = await lockUpload('mill');
    const ask = server([listed('mill', 40)]);
    const search = findStoredUpload('odalie', running, ask);
    await Promise.resolve();
    expect(ask).not.toHaveBeenCalled();
    localStorage.removeItem('kinreel.uploads');
    otherTab?.();
    expect(await search).toBeNull();
    await expect.poll(() => isFree('mill')).toBe(true);
  });

  it('is neither locked nor deleted after the search was aborted', async () => {
    storeUpload('odalie', stored('mill'));
    const search = new AbortController();
    const ask = vi.fn(async () => {
      search.abort();
      return { data: [] };
    }) as unknown as UploadsDispatch;
    expect(await findStoredUpload('odalie', search.signal, ask)).toBeNull();
    expect(storedUploads('odalie')).toHaveLength(1);
    await expect.poll(() => isFree('mill')).toBe(true);
  });
});

describe('[UP-04] an upload that the person chooses from the list', () => {
  const takeOver = (id: string, dispatch: UploadsDispatch, signal = running) =>
    takeOverUpload({ type: 'takeOver', userId: 'odalie', upload: listed(id, 30), prompt: JOB }, signal, dispatch);

  it('needs its file again if it is from another browser, and has the chosen prompt', async () => {
    const found = await takeOver('barn', server([listed('barn', 55)]));
    expect(found).toMatchObject({ offset: 55, file: null, isRequested: true });
    expect(found?.stored).toEqual({
      id: 'barn',
      name: 'barn.mov',
      size: 100,
      lastModified: null,
      prompt: JOB,
      source: { kind: 'file' },
      paused: false,
      sha256: null,
    });
    found?.release();
  });

  it('resumes with stored data if it is from this browser, and is not paused any more', async () => {
    storeUpload('odalie', stored('mill'));
    const found = await takeOver('mill', server(null));
    expect(found?.stored).toEqual({ ...stored('mill'), paused: false });
    // The server does not respond, so the offset comes from the list.
    expect(found?.offset).toBe(30);
    expect(found?.file?.name).toBe('mill.mov');
    found?.release();
  });

  it('is ignored if another tab sends it', async () => {
    const otherTab = await lockUpload('mill');
    if (otherTab) releases.push(otherTab);
    const ask = server([listed('mill', 40)]);
    expect(await takeOver('mill', ask)).toBeNull();
    expect(ask).not.toHaveBeenCalled();
  });

  it.each([
    ['it is no longer unfinished', [], running],
    ['the session has ended', [listed('mill', 40)], AbortSignal.abort()],
  ])('is released if %s', async (_, uploads, signal) => {
    expect(await takeOver('mill', server(uploads), signal)).toBeNull();
    await expect.poll(() => isFree('mill')).toBe(true);
  });
});
