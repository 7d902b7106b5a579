import { beforeEach, describe, expect, it, vi } from 'vitest';
import { removeStored, storedUploads, storeUpload } from './stored-uploads.ts';
import type { StoredUpload } from './upload-types.ts';

const one: StoredUpload = {
  id: 'a',
  name: 'IMG_1234.mov',
  size: 1000,
  lastModified: 7,
  prompt: null,
  source: { kind: 'take', takeId: 't' },
  paused: false,
  sha256: null,
};

describe('what a browser remembers', () => {
  const kept = new Map<string, string>();
  const deleteDatabase = vi.fn();
  beforeEach(() => {
    kept.clear();
    deleteDatabase.mockClear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    vi.stubGlobal('indexedDB', { deleteDatabase });
  });

  it('[UP-04] an upload, what changes about it, and nothing once it is done', () => {
    expect(storedUploads('odalie')).toEqual([]);
    storeUpload('odalie', one);
    storeUpload('odalie', { ...one, id: 'b' });
    storeUpload('odalie', { ...one, paused: true });
    expect(storedUploads('odalie')).toEqual([
      { ...one, id: 'b' },
      { ...one, paused: true },
    ]);
    removeStored('odalie', 'b');
    removeStored('odalie', 'a');
    expect(kept.size).toBe(0);
  });

  it("[UP-04] never another person's: it is thrown away, with its files", () => {
    storeUpload('odalie', one);
    expect(storedUploads('tavi')).toEqual([]);
    expect(kept.size).toBe(0);
    expect(deleteDatabase).toHaveBeenCalledOnce();
    expect(storedUploads('odalie')).toEqual([]);
  });

  it('[UP-04] an upload of an earlier version, which has no source: it comes from a file', () => {
    const { source: _, ...old } = one;
    kept.set('kinreel.uploads', JSON.stringify({ userId: 'odalie', uploads: [old] }));
    expect(storedUploads('odalie')).toEqual([{ ...one, source: { kind: 'file' } }]);
  });

  it('[UP-04] nothing that cannot be read', () => {
    kept.set('kinreel.uploads', '{');
    expect(storedUploads('odalie')).toEqual([]);
  });
});
