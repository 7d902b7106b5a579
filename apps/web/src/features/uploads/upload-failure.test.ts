import { describe, expect, it } from 'vitest';
import { failureKind, restarts, retryDelay } from './upload-failure.ts';

const kinds = (statuses: number[], begun: boolean) => statuses.map((status) => failureKind({ status }, begun));

describe('what a failure means', () => {
  it('[UP-04] goes on by itself after a lost line and a server that is away, busy or not settled', () => {
    expect(new Set(kinds([0, 408, 409, 423, 429, 502, 503, 504], true))).toEqual(new Set(['line']));
  });

  it('[UP-07] tells a refusal; before there is a place, a conflict is one', () => {
    expect(new Set(kinds([400, 403, 413, 415, 507], true))).toEqual(new Set(['refused']));
    expect(kinds([409, 404], false)).toEqual(['refused', 'refused']);
  });

  it('[UP-04] knows a refused token, a broken server, and an upload that is gone', () => {
    expect(kinds([401, 500, 404, 410], true)).toEqual(['session', 'server', 'gone', 'gone']);
  });

  it('[UP-07] begins anew only where the bytes are of no use', () => {
    expect(restarts('gone', { code: 'upload.missing' })).toBe(true);
    expect(restarts('refused', { code: 'video.checksum' })).toBe(true);
    expect(restarts('refused', { code: 'video.quota' })).toBe(false);
    expect(restarts('server', { code: 'server.failed' })).toBe(false);
  });

  it('[UP-04] waits longer each time, half a minute at most', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });
});
