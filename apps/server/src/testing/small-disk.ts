import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A separate small disk. */
export interface SmallDisk {
  /** Its mount point. */
  folder: string;
  /** Uses up the free space. */
  fill(): Promise<void>;
  /** Frees it again. */
  clear(): Promise<void>;
  remove(): Promise<void>;
}

/** Only root can mount one, and not in every container. @param kib its size; null if it cannot be created here */
export async function createSmallDisk(kib: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'kinreel-small-disk-'));
  const filler = join(folder, 'filler');
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', folder]);
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(bavail * bsize));
    },
    clear: () => rm(filler, { force: true }),
    async remove() {
      // A program that has just ended may still have a file open.
      await run('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true });
    },
  };
}

/** Whether small disks can be created here. */
export async function hasSmallDisks(): Promise<boolean> {
  const disk = await createSmallDisk(4);
  await disk?.remove();
  return disk !== null;
}
