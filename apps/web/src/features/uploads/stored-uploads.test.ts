import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dropAllFiles } from './saved-files.ts';
import { removeStored, storedUploads, storeUpload } from './stored-uploads.ts';
import type { StoredUpload } from './upload-types.ts';

vi.mock('./saved-files.ts', () => ({ dropAllFiles: vi.fn(async () => undefined) }));

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

describe('unfinished uploads in the browser', () => {
  const items = new Map<string, string>();
  beforeEach(() => {
    items.clear();
    vi.mocked(dropAllFiles).mockClear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
      removeItem: (key: string) => items.delete(key),
    });
  });

  it('[UP-04] an upload and its changes are stored until it is removed', () => {
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
    expect(items.size).toBe(0);
  });

  it('[UP-04] the uploads of another person are deleted with their files', () => {
    storeUpload('odalie', one);
    expect(storedUploads('tavi')).toEqual([]);
    expect(items.size).toBe(0);
    expect(dropAllFiles).toHaveBeenCalledOnce();
    expect(storedUploads('odalie')).toEqual([]);
  });

  it('[UP-04] an upload of an earlier version without a source comes from a file', () => {
    const { source: _, ...old } = one;
    items.set('kinreel.uploads', JSON.stringify({ userId: 'odalie', uploads: [old] }));
    expect(storedUploads('odalie')).toEqual([{ ...one, source: { kind: 'file' } }]);
  });

  it('[UP-04] invalid data is ignored', () => {
    items.set('kinreel.uploads', '{');
    expect(storedUploads('odalie')).toEqual([]);
  });
});
