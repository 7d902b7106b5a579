import { type FileHandle, open } from 'node:fs/promises';

/** How long a file stays open after it was read, in milliseconds: players soon request the next range. */
const KEPT_OPEN_MS = 2_000;

/** Maximum number of unused open files. */
const MAX_KEPT = 64;

/**
 * Open files of objects, which never change. Concurrent readers share one handle, because opening costs more than a
 * small read.
 */
export interface OpenFiles {
  /** Opens a file, or returns the open handle. The caller must call `done` once. @throws the system error */
  use(path: string): Promise<{ file: FileHandle; done(): void }>;
  /** The next use opens the file again, because it was replaced or deleted. Current readers keep the old handle. */
  forget(path: string): void;
}

interface OpenFile {
  file: Promise<FileHandle>;
  users: number;
  unusedSince: number;
}

export function createOpenFiles(): OpenFiles {
  const byPath = new Map<string, OpenFile>();
  let timer: NodeJS.Timeout | null = null;

  /** Closes an unused file, and removes it from the cache. */
  function close(path: string, one: OpenFile): void {
    if (byPath.get(path) === one) byPath.delete(path);
    // An open error was reported to its caller.
    one.file.then((opened) => opened.close()).catch(() => {});
  }

  function closeUnused(): void {
    timer = null;
    const unused = [...byPath].filter(([, { users }]) => users === 0);
    const before = Date.now() - KEPT_OPEN_MS;
    for (const [path, one] of unused) if (one.unusedSince <= before) close(path, one);
    plan();
  }

  /** Schedules closing: a file deleted by another process uses disk space until it is closed. */
  function plan(): void {
    if (!timer && byPath.size > 0) timer = setTimeout(closeUnused, KEPT_OPEN_MS).unref();
  }

  return {
    async use(path) {
      const known = byPath.get(path);
      const one = known ?? { file: open(path, 'r'), users: 0, unusedSince: 0 };
      if (!known) byPath.set(path, one);
      one.users += 1;
      const done = () => {
        one.users -= 1;
        one.unusedSince = Date.now();
        if (one.users > 0) return;
        const isForgotten = byPath.get(path) !== one;
        if (isForgotten || byPath.size > MAX_KEPT) close(path, one);
        else plan();
      };
      try {
        return { file: await one.file, done };
      } catch (error) {
        if (byPath.get(path) === one) byPath.delete(path);
        throw error;
      }
    },
    forget(path) {
      const one = byPath.get(path);
      if (one?.users === 0) close(path, one);
      else byPath.delete(path);
    },
  };
}
