import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const ORIGINAL = { open: fs.open, rename: fs.rename };

/**
 * Records the order in which files are opened, flushed to disk and renamed, until `restore` is called. This order
 * determines what survives a power failure, and cannot be tested otherwise.
 */
export function recordFiles(): { calls: string[]; restore(): void } {
  const calls: string[] = [];
  fs.open = async (path, ...rest) => {
    const file = await ORIGINAL.open(path, ...rest);
    const sync = file.sync.bind(file);
    file.sync = async () => {
      await sync();
      calls.push(`flushed ${path}`);
    };
    return file;
  };
  fs.rename = async (from, to) => {
    await ORIGINAL.rename(from, to);
    calls.push(`renamed ${from} to ${to}`);
  };
  syncBuiltinESMExports();
  return {
    calls,
    restore() {
      Object.assign(fs, ORIGINAL);
      syncBuiltinESMExports();
    },
  };
}
