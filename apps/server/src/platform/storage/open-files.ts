import { type FileHandle, open } from 'node:fs/promises';

/** How long a file stays open after it was read, in milliseconds: a player asks for the next part soon. */
const KEPT_OPEN_MS = 2_000;

/** How many files that nobody reads are kept open. */
const MAX_KEPT = 64;

/** Files of objects, which never change: one open file serves all who read it, because opening costs more than reading a little. */
export interface OpenFiles {
  /**
   * Opens a file, or takes the open one. Whoever calls it calls `done` once.
   * @throws the error of the system
   */
  use(path: string): Promise<{ file: FileHandle; done(): void }>;
  /** The next use opens the file again: it was replaced or deleted. Those who are reading it read on. */
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

  /** Closes a file that nobody reads, and never gives it out again. */
  function close(path: string, one: OpenFile): void {
    if (byPath.get(path) === one) byPath.delete(path);
    // What could not be opened was reported to whoever wanted it.
    one.file.then((opened) => opened.close()).catch(() => {});
  }

  function closeUnused(): void {
    timer = null;
    const unused = [...byPath].filter(([, { users }]) => users === 0);
    const before = Date.now() - KEPT_OPEN_MS;
    for (const [path, one] of unused) if (one.unusedSince <= before) close(path, one);
    plan();
  }

  /** A file that was deleted by another process takes its space until it is closed, so each is. */
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
