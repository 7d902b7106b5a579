/**
 * Separate process for the storage tests, which kill it or measure its memory.
 * Run as: fork(this, [JSON of StorageSource and a task]). Sends 'started', and the task's result.
 */
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalStorage } from './local.ts';
import { createS3Storage } from './s3.ts';

const { root, s3, task, key, path, bytes } = JSON.parse(process.argv[2] ?? '{}');
const storage = s3 ? createS3Storage(s3, root) : createLocalStorage(root);

if (task === 'put') {
  process.send?.('started');
  await storage.put(key, path);
  process.send?.('done');
}

/** Writes and reads a large file. Sends the additional memory in bytes compared to a file of a tenth of the size. */
if (task === 'measure') {
  const folder = await storage.stagingFolder();
  const pass = async (size: number) => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await truncate(file, size);
    await storage.put(key, file);
    let read = 0;
    for await (const chunk of await storage.open(key)) read += chunk.length;
    if (read !== size) throw new Error(`${read} bytes of ${size} came back`);
    await storage.delete(key);
    return process.resourceUsage().maxRSS * 1024;
  };
  const small = await pass(bytes / 10);
  process.send?.({ grown: (await pass(bytes)) - small });
}
process.disconnect?.();
