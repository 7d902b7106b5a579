import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setTokenRenewal, type TokenRenewal } from '../../shared/api/session-events.ts';
import { sendFile } from './send-file.ts';
import type { UploadEvent } from './upload-types.ts';
import type { UploadsDispatch } from './uploads.api.ts';

/** The parts of the tus client that are used. The tests call its callbacks instead of a connection. */
interface Client {
  options: {
    endpoint?: string;
    uploadUrl?: string;
    metadata: Record<string, string>;
    retryDelays: null;
    onBeforeRequest(request: { setHeader: (name: string, value: string) => void }): void;
    onUploadUrlAvailable(): void;
    onProgress(sent: number): void;
    onChunkComplete(size: number, offset: number): void;
    onSuccess(): void;
    onError(error: object): void;
  };
  url: string | null;
  start: ReturnType<typeof vi.fn>;
  abort: ReturnType<typeof vi.fn>;
}
const clients = vi.hoisted((): Client[] => []);
vi.mock('tus-js-client', () => ({
  Upload: class {
    url: string | null = null;
    start = vi.fn();
    abort = vi.fn(async () => {});
    readonly options: Client['options'];
    constructor(_file: File, options: Client['options']) {
      this.options = options;
      clients.push(this);
    }
  },
}));

const readable = vi.hoisted(() => ({ value: true }));
vi.mock('./saved-files.ts', () => ({ isReadable: async () => readable.value, dropAllFiles: async () => {} }));

const JOB = { id: 26, prompt: 'What was your first job?' };
const FILE = new File([new Uint8Array(1000)], 'mill.mov', { type: 'video/quicktime' });

let events: UploadEvent[];
let end: AbortController;

function send(uploadId: string | null = null): Client {
  events = [];
  end = new AbortController();
  sendFile({
    effect: { type: 'send', key: 'k', attempt: 3, fileKey: 'f', uploadId, prompt: JOB, sha256: null },
    file: FILE,
    signal: end.signal,
    dispatch: ((event: UploadEvent) => events.push(event)) as unknown as UploadsDispatch,
  });
  return clients.at(-1) as Client;
}
const typesOf = () => events.map(({ type }) => type);
/** A response of the server. */
const answered = (status: number, body: object | null = null) => ({
  originalResponse: { getStatus: () => status, getBody: () => (body ? JSON.stringify(body) : '') },
});
const tokens = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  readable.value = true;
  tokens.clear();
  tokens.set('accessToken', 'token');
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => tokens.get(key) ?? null,
    removeItem: (key: string) => tokens.delete(key),
  });
});
afterEach(() => {
  end.abort();
  setTokenRenewal(async () => 'rejected');
  vi.useRealTimers();
});

describe('[UP-04] a new or resumed upload', () => {
  it('is created with name, type and prompt under the current session, and reports its id', () => {
    const client = send();
    expect(client.start).toHaveBeenCalledOnce();
    expect(client.options).toMatchObject({
      endpoint: '/files/',
      metadata: { filename: 'mill.mov', filetype: 'video/quicktime', prompt: '26' },
      // The upload machine retries.
      retryDelays: null,
    });
    expect(client.options.uploadUrl).toBeUndefined();
    const setHeader = vi.fn();
    client.options.onBeforeRequest({ setHeader });
    expect(setHeader).toHaveBeenCalledExactlyOnceWith('authorization', 'Bearer token');
    client.url = 'http://localhost/files/new-id';
    client.options.onUploadUrlAvailable();
    expect(events).toEqual([{ type: 'uploads/created', key: 'k', attempt: 3, uploadId: 'new-id' }]);
  });

  it('uses the address of an existing upload, so that no second one is created', () => {
    const client = send('known');
    expect(client.options.uploadUrl).toBe('/files/known');
    expect(client.options.endpoint).toBeUndefined();
    client.options.onUploadUrlAvailable();
    expect(events).toEqual([]);
  });

  it("reports the server's offset first, then the progress at most four times a second, then the end", () => {
    const { options } = send('known');
    options.onProgress(200);
    expect(events[0]).toMatchObject({ type: 'uploads/bytesAccepted', offset: 200 });
    expect(events[1]).toMatchObject({ type: 'uploads/progressed', sent: 200 });
    vi.advanceTimersByTime(100);
    options.onProgress(300);
    expect(events).toHaveLength(2);
    vi.advanceTimersByTime(150);
    options.onProgress(400);
    expect(events[2]).toMatchObject({ type: 'uploads/progressed', sent: 400 });
    // The last value is always reported.
    options.onProgress(1000);
    expect(events[3]).toMatchObject({ type: 'uploads/progressed', sent: 1000 });
    options.onChunkComplete(800, 1000);
    options.onSuccess();
    expect(events.slice(4)).toMatchObject([
      { type: 'uploads/bytesAccepted', offset: 1000 },
      { type: 'uploads/allSent' },
    ]);
    // No stall is reported afterwards.
    vi.advanceTimersByTime(120_000);
    expect(events).toHaveLength(6);
  });

  it('reports nothing after it was stopped', () => {
    const client = send('known');
    end.abort();
    expect(client.abort).toHaveBeenCalledOnce();
    client.options.onProgress(200);
    client.options.onSuccess();
    vi.advanceTimersByTime(120_000);
    expect(events).toEqual([]);
  });
});

describe('[UP-07] a failed upload', () => {
  it('reports the error of the server', async () => {
    send().options.onError(answered(413, { code: 'video.quota', message: 'Full.', params: { bytes: 1 } }));
    await expect.poll(() => typesOf()).toEqual(['uploads/requestFailed']);
    expect(events[0]).toMatchObject({ key: 'k', attempt: 3, error: { status: 413, code: 'video.quota' } });
  });

  it.each([
    ['no response', {}, 0],
    ['a proxy without its server', answered(504), 504],
  ])('with %s waits for the connection', async (_, error, status) => {
    send('known').options.onError(error);
    await expect.poll(() => events).toMatchObject([{ error: { status, code: 'network.down' } }]);
  });

  it('reports a file that was moved or changed as unreadable', async () => {
    readable.value = false;
    send('known').options.onError({});
    await expect.poll(() => events).toEqual([{ type: 'uploads/fileUnreadable', key: 'k', attempt: 3 }]);
  });

  it('is stopped if the connection accepts no bytes for a minute', async () => {
    const client = send('known');
    vi.advanceTimersByTime(59_000);
    client.options.onProgress(10);
    vi.advanceTimersByTime(59_000);
    expect(client.abort).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(client.abort).toHaveBeenCalledOnce();
    expect(events.at(-1)).toMatchObject({ type: 'uploads/requestFailed', error: { code: 'network.down' } });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(events).toHaveLength(3);
  });
});

describe('[UP-04][LOGIN-11] a rejected token', () => {
  async function reject(renewal: TokenRenewal) {
    setTokenRenewal(renewal);
    const { options } = send('known');
    options.onBeforeRequest({ setHeader: () => {} });
    options.onError(answered(401, { code: 'session.expired', message: 'Expired.' }));
    await vi.waitFor(() => expect(events).not.toEqual([]), 15_000);
    await vi.advanceTimersByTimeAsync(0);
  }

  it('is renewed, and the upload continues', async () => {
    const renewal = vi.fn<TokenRenewal>(async () => 'renewed');
    await reject(renewal);
    expect(renewal).toHaveBeenCalledExactlyOnceWith('token');
    expect(events).toEqual([{ type: 'uploads/tokenRenewed', key: 'k', attempt: 3 }]);
  });

  it('is kept if the renewal gets no response', async () => {
    await reject(async () => 'unreachable');
    expect(events).toMatchObject([{ type: 'uploads/requestFailed', error: { code: 'network.down' } }]);
    expect(tokens.get('accessToken')).toBe('token');
  });

  it('ends the session if it cannot be renewed', async () => {
    vi.stubGlobal('caches', { delete: async () => true });
    await reject(async () => 'rejected');
    expect(typesOf()[0]).toBe('session/expired');
    expect(tokens.has('accessToken')).toBe(false);
  });

  it('does not end a new session of a person who has logged in again', async () => {
    await reject(async () => {
      tokens.set('accessToken', 'newer');
      return 'rejected';
    });
    expect(typesOf()).toEqual(['uploads/tokenRenewed']);
    expect(tokens.get('accessToken')).toBe('newer');
  });
});
