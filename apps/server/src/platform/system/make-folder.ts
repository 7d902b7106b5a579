import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, if they are missing. Not by `recursive` of Node: below /proc that tries for ever.
 * @throws the error of the system
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || (await stat(parent).catch(() => null))) throw error;
    await makeFolder(parent, mode);
    await makeFolder(path, mode);
  }
}
