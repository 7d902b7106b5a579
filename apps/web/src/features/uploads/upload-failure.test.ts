import { describe, expect, it } from 'vitest';
import { EXPIRED, failureKind, mustRestart, needsOtherFile, retryDelay } from './upload-failure.ts';

const kinds = (statuses: number[], isCreated: boolean) => statuses.map((status) => failureKind({ status }, isCreated));

describe('a failed request', () => {
  it('[UP-04] waits for the connection, or for a server that is unavailable, busy or out of sync', () => {
    expect(new Set(kinds([0, 408, 409, 423, 425, 429, 502, 503, 504], true))).toEqual(new Set(['connection']));
  });

  it('[UP-07] is reported if the server rejects it; before the upload exists, also a conflict', () => {
    expect(new Set(kinds([400, 401, 403, 413, 415, 507], true))).toEqual(new Set(['rejected']));
    expect(kinds([409, 404], false)).toEqual(['rejected', 'rejected']);
  });

  it('[UP-04] distinguishes a server error from an expired upload', () => {
    expect(kinds([500, 404, 410], true)).toEqual(['server', 'expired', 'expired']);
  });

  it('[UP-07] restarts only if the sent bytes are useless', () => {
    expect(['video.checksum', EXPIRED].map(mustRestart)).toEqual([true, true]);
    expect(['video.quota', 'server.failed', undefined].map(mustRestart)).toEqual([false, false, false]);
  });

  it('[UP-02][UP-07] offers another file first only if the file itself is the reason', () => {
    for (const code of ['video.empty', 'video.not_a_video', 'video.no_picture', 'video.too_long', 'video.too_large']) {
      expect([needsOtherFile(code), mustRestart(code)], code).toEqual([true, true]);
    }
    expect(['video.checksum', 'video.quota', EXPIRED, undefined].map(needsOtherFile)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('[UP-04] waits longer each time, up to half a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });
});
