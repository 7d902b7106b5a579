import { expect, test } from 'vitest';
import { dropAllFiles, dropFile, savedFile, saveFile } from './saved-files.ts';

const video = (text: string) => new File([text], 'IMG_1234.mov', { type: 'video/quicktime', lastModified: 7 });

test('[UP-04] a saved file can be read until it is deleted', async () => {
  expect(await savedFile('a')).toBeNull();
  expect(await saveFile('a', video('first'))).toBe(true);
  expect(await saveFile('b', video('second'))).toBe(true);
  const file = await savedFile('a');
  expect([file?.name, file?.lastModified, await file?.text()]).toEqual(['IMG_1234.mov', 7, 'first']);
  await dropFile('a');
  expect(await savedFile('a')).toBeNull();
  await dropAllFiles();
  expect(await savedFile('b')).toBeNull();
});

test('[UP-04] a file that an earlier version of the app has saved is found', async () => {
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open('kinreel-uploads', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('files');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const transaction = request.result.transaction('files', 'readwrite');
      transaction.objectStore('files').put(video('old'), 'c');
      transaction.oncomplete = () => {
        request.result.close();
        resolve();
      };
    };
  });
  expect(await (await savedFile('c'))?.text()).toBe('old');
  await dropAllFiles();
});

test('[UP-04] a file that would fill the device is not saved', async () => {
  const { quota = 0 } = await navigator.storage.estimate();
  const huge = Object.defineProperty(video('huge'), 'size', { value: quota });
  expect(await saveFile('d', huge)).toBe(false);
  expect(await savedFile('d')).toBeNull();
});
