import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storedUploads } from './stored-uploads.ts';
import { addFile, getFile } from './upload-files.ts';
import { lockUpload, tryLockUpload } from './upload-lock.ts';
import { UploadRunner } from './upload-runner.ts';
import type { StoredUpload, UploadEffect, UploadEvent } from './upload-types.ts';
import type { UploadsDispatch } from './uploads.api.ts';

/** Tasks that the runner has started. Tests decide when they end. */
const world = vi.hoisted(() => ({
  sends: [] as { attempt: number; file: File; signal: AbortSignal }[],
  hashes: [] as { file: File; finish: (sha256: string | null) => void; stop: () => void }[],
  saves: [] as { id: string; finish: (isSaved: boolean) => void }[],
  dropped: [] as string[],
  searches: [] as { signal: AbortSignal; finish: (found: object | null) => void }[],
}));
vi.mock('./send-file.ts', () => ({
  sendFile: ({ effect, file, signal }: { effect: { attempt: number }; file: File; signal: AbortSignal }) =>
    world.sends.push({ attempt: effect.attempt, file, signal }),
}));
vi.mock('./file-hash.ts', () => ({
  hashFile: (file: File) => {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const stop = vi.fn();
    world.hashes.push({ file, finish: resolve, stop });
    return { result: promise, stop };
  },
}));
vi.mock('./saved-files.ts', () => ({
  saveFile: (id: string) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    world.saves.push({ id, finish: resolve });
    return promise;
  },
  dropFile: async (id: string) => world.dropped.push(id),
  dropAllFiles: async () => {},
}));
vi.mock('./find-upload.ts', () => {
  const search = (signal: AbortSignal) => {
    const { promise, resolve } = Promise.withResolvers<object | null>();
    world.searches.push({ signal, finish: resolve });
    return promise;
  };
  return {
    findStoredUpload: (_userId: string, signal: AbortSignal) => search(signal),
    takeOverUpload: (_effect: object, signal: AbortSignal) => search(signal),
  };
});
vi.mock('./uploads.api.ts', () => {
  const call = (name: string) => ({ initiate: (args: unknown) => ({ call: name, args }) });
  return { uploadsApi: { endpoints: { publishUpload: call('publish'), discardUpload: call('discard') } } };
});

const JOB = { id: 1, prompt: 'What was your first job?' };
const SHA = 'a'.repeat(64);
const FILE = new File(['mill'], 'mill.mov');
const STORED: StoredUpload = {
  id: 'u',
  name: 'mill.mov',
  size: 4,
  lastModified: 1,
  prompt: JOB,
  source: { kind: 'file' },
  paused: false,
  sha256: null,
};

/** A pending API call. */
interface Call {
  call: 'publish' | 'discard';
  args: unknown;
  answer: (result: { data?: object; error?: object }) => void;
}

let events: UploadEvent[];
let calls: Call[];
let run: (effect: UploadEffect) => void;
let fileKey: string;

beforeEach(() => {
  for (const list of Object.values(world)) list.length = 0;
  events = [];
  calls = [];
  const dispatch = (action: UploadEvent | Pick<Call, 'call' | 'args'>) => {
    if (!('call' in action)) return events.push(action);
    const { promise, resolve } = Promise.withResolvers<{ data?: object; error?: object }>();
    calls.push({ ...action, answer: resolve });
    return promise;
  };
  const runner = new UploadRunner(dispatch as unknown as UploadsDispatch);
  run = (effect) => runner.run(effect);
  fileKey = addFile(FILE);
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  });
});

const send = (more: Partial<Extract<UploadEffect, { type: 'send' }>> = {}): UploadEffect => ({
  type: 'send',
  key: 'k',
  attempt: 1,
  fileKey,
  uploadId: 'u',
  prompt: JOB,
  sha256: SHA,
  ...more,
});
const publish = (sha256: string | null): UploadEffect => ({
  type: 'publish',
  key: 'k',
  attempt: 2,
  fileKey,
  uploadId: 'u',
  prompt: JOB,
  audience: undefined,
  sha256,
});
const discard: UploadEffect = { type: 'discard', uploadId: 'old' };
const forget: UploadEffect = { type: 'forget', userId: 'odalie', key: 'k', uploadId: 'u' };

/** Lets settled promises continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const isLocked = async (id: string) => {
  const release = await tryLockUpload(id);
  release?.();
  return release === null;
};

describe('[UP-04] sending', () => {
  it('sends the file once: a new attempt of the same upload aborts the previous one', () => {
    run(send());
    run(send({ attempt: 2 }));
    expect(world.sends.map(({ attempt, file, signal }) => [attempt, file.name, signal.aborted])).toEqual([
      [1, 'mill.mov', true],
      [2, 'mill.mov', false],
    ]);
    run({ type: 'stop', key: 'k' });
    expect(world.sends[1]?.signal.aborted).toBe(true);
  });

  it('sends nothing without the file, and reports it', () => {
    run(send({ fileKey: 'missing' }));
    expect(world.sends).toEqual([]);
    expect(events).toEqual([{ type: 'uploads/fileUnreadable', key: 'k', attempt: 1 }]);
  });

  it('starts a new upload only after the discarded one has freed its space, and not if it was stopped meanwhile', async () => {
    run(discard);
    run(send({ uploadId: null }));
    run(send({ key: 'other', uploadId: null }));
    run({ type: 'stop', key: 'other' });
    await settle();
    expect(world.sends).toEqual([]);
    calls[0]?.answer({});
    await expect.poll(() => world.sends).toHaveLength(1);
    // An existing upload needs no new space.
    run(discard);
    run(send({ attempt: 2 }));
    expect(world.sends).toHaveLength(2);
  });

  it('computes the checksum during the upload, once per file', async () => {
    run(send({ sha256: null }));
    run(send({ sha256: null, attempt: 2 }));
    expect(world.hashes).toHaveLength(1);
    world.hashes[0]?.finish(SHA);
    await settle();
    expect(events).toEqual([{ type: 'uploads/hashed', key: 'k', fileKey, sha256: SHA }]);
    // Another file of the same upload has a different checksum.
    run(send({ sha256: null, attempt: 3, fileKey: addFile(new File(['farm'], 'farm.mov')) }));
    expect(world.hashes).toHaveLength(2);
    expect(world.hashes[0]?.stop).toHaveBeenCalled();
  });
});

describe('[UP-05] publishing', () => {
  it('sends the known checksum and reports the success', async () => {
    run(publish(SHA));
    await expect.poll(() => calls).toMatchObject([{ call: 'publish', args: { id: 'u', prompt: 1, sha256: SHA } }]);
    calls[0]?.answer({ data: { id: 'v' } });
    await settle();
    expect(events).toContainEqual({ type: 'uploads/published', key: 'k', attempt: 2, videoId: 'v' });
  });

  it('waits for the checksum, and publishes without one if that fails', async () => {
    run(publish(null));
    await settle();
    expect(calls).toEqual([]);
    world.hashes[0]?.finish(null);
    await expect.poll(() => calls).toMatchObject([{ args: { id: 'u', prompt: 1, sha256: undefined } }]);
  });

  it('reports an error, but not after the upload was stopped', async () => {
    const error = { status: 413, code: 'video.quota' };
    run(publish(SHA));
    await settle();
    calls[0]?.answer({ error });
    await settle();
    expect(events).toContainEqual({ type: 'uploads/requestFailed', key: 'k', attempt: 2, error });
    events.length = 0;
    run(publish(SHA));
    await settle();
    run({ type: 'stop', key: 'k' });
    calls[1]?.answer({});
    await settle();
    expect(events).toEqual([]);
  });
});

describe('[UP-04] storing', () => {
  it('stores an upload, and deletes it with its copy, its checksum and its lock', async () => {
    run({ type: 'store', userId: 'odalie', upload: STORED });
    run({ type: 'lock', uploadId: 'u' });
    run(send({ sha256: null }));
    await settle();
    expect(storedUploads('odalie')).toEqual([STORED]);
    expect(await isLocked('u')).toBe(true);
    run(forget);
    expect(storedUploads('odalie')).toEqual([]);
    expect(world.dropped).toEqual(['u']);
    expect(world.hashes[0]?.stop).toHaveBeenCalled();
    await expect.poll(() => isLocked('u')).toBe(false);
  });

  it('stores a copy of the file, and reports it only if it is complete', async () => {
    const save: UploadEffect = { type: 'saveFile', key: 'k', uploadId: 'u', fileKey };
    run(save);
    world.saves[0]?.finish(true);
    await settle();
    expect(events).toEqual([{ type: 'uploads/fileSaved', key: 'k', uploadId: 'u' }]);
    events.length = 0;
    run(save);
    world.saves[1]?.finish(false);
    await settle();
    expect(events).toEqual([]);
  });

  it.each([
    ['forgotten', forget],
    ['logged out', { type: 'forgetAll' }],
  ] as const)('deletes a copy that completes only after the upload was %s', async (_, end) => {
    run({ type: 'saveFile', key: 'k', uploadId: 'u', fileKey });
    run(end);
    world.dropped.length = 0;
    world.saves[0]?.finish(true);
    await settle();
    expect(world.dropped).toEqual(['u']);
    expect(events).toEqual([]);
  });
});

describe('[UP-04] the lock of an upload', () => {
  it('is not acquired from another tab after it is no longer needed', async () => {
    const otherTab = await lockUpload('u');
    run({ type: 'lock', uploadId: 'u' });
    run({ type: 'unlock', uploadId: 'u' });
    otherTab?.();
    await settle();
    await expect.poll(() => isLocked('u')).toBe(false);
  });
});

describe('[UP-04] a found upload', () => {
  const found = (release: () => void) => ({
    userId: 'odalie',
    stored: STORED,
    offset: 2,
    isRequested: false,
    release,
    file: new File(['mill'], 'mill.mov'),
  });

  it('is reported with its file in memory, and its lock is released at the end', async () => {
    run({ type: 'findStored', userId: 'odalie' });
    const release = vi.fn();
    world.searches[0]?.finish(found(release));
    await settle();
    const [event] = events;
    expect(event).toMatchObject({ type: 'uploads/found', userId: 'odalie', stored: STORED, offset: 2 });
    expect(event?.type === 'uploads/found' && getFile(event.fileKey)?.name).toBe('mill.mov');
    expect(release).not.toHaveBeenCalled();
    run({ type: 'unlock', uploadId: 'u' });
    expect(release).toHaveBeenCalledOnce();
  });

  it('is released and not reported if it comes from an earlier search', async () => {
    run({ type: 'findStored', userId: 'odalie' });
    run({ type: 'findStored', userId: 'odalie' });
    expect(world.searches.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    const release = vi.fn();
    world.searches[0]?.finish(found(release));
    await settle();
    expect(release).toHaveBeenCalledOnce();
    expect(events).toEqual([]);
  });
});

it('[HEAD-04] everything ends with the session', async () => {
  run(send({ sha256: null }));
  run({ type: 'lock', uploadId: 'u' });
  run({ type: 'findStored', userId: 'odalie' });
  const upload = {
    id: 'far',
    file_name: 'far.mov',
    size: 4,
    offset: 1,
    prompt_id: null,
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2026-01-02T00:00:00.000Z',
  };
  run({ type: 'takeOver', userId: 'odalie', upload, prompt: null });
  await settle();
  run({ type: 'stopAll' });
  expect(world.sends[0]?.signal.aborted).toBe(true);
  expect(world.hashes[0]?.stop).toHaveBeenCalled();
  expect(world.searches.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  await expect.poll(() => isLocked('u')).toBe(false);
  world.hashes[0]?.finish(SHA);
  await settle();
  expect(events).toEqual([]);
});
