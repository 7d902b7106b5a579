import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerConfig } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/deps.ts';
import { createBlockWriter } from './block-writer.ts';
import { type PartialFiles, receive } from './received-bytes.ts';
import { storedPartialFiles } from './stored-partial-files.ts';

/** As configured: in the data folder, or in the storage, which all web servers share. */
export function partialFiles({ config, storage }: Pick<Deps, 'config' | 'storage'>): PartialFiles {
  return config.uploadParts === 'storage' ? storedPartialFiles(storage) : localPartialFiles(config);
}

/** One file per upload, in the data folder. */
export function localPartialFiles(config: Pick<ServerConfig, 'dataDir'>): PartialFiles {
  const folder = join(config.dataDir, 'media/partial');
  const pathOf = (id: string) => join(folder, id);
  return {
    async size(id) {
      return (await stat(pathOf(id)).catch(ifMissing(null)))?.size ?? 0;
    },
    async append(id, offset, source, options) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(pathOf(id), constants.O_WRONLY | constants.O_CREAT, 0o600);
      try {
        const hasEnded = await receive(source, options, createBlockWriter(file, offset, options.readers));
        await file.sync();
        return hasEnded;
      } finally {
        await file.close();
      }
    },
    async truncate(id, size) {
      await truncate(pathOf(id), size);
    },
    async linkInto(id, into) {
      const path = join(into, 'upload');
      await link(pathOf(id), path).catch(() => copyFile(pathOf(id), path, constants.COPYFILE_FICLONE));
      return path;
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
    },
    async list() {
      return readdir(folder).catch(ifMissing<string[]>([]));
    },
  };
}

/** For `catch`: a value in place of a missing file or folder. */
function ifMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== 'ENOENT') throw error;
    return value;
  };
}
