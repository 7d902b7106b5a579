import { createHash } from 'node:crypto';

/**
 * Maximum number of unfinished files, a few hundred bytes each. The oldest is dropped, and its file is read again for
 * the hash.
 */
const MAX_FILES = 1_000;

/** SHA-256 of the first bytes of a file, continued with each part. */
export interface RunningHash {
  /** Number of hashed bytes. */
  readonly position: number;
  update(bytes: Buffer): void;
  /** In lower-case hex. Can be called once, at the end. */
  digest(): string;
}

/**
 * Hashes of files that arrive in parts, if this process has received all of their bytes so far, so that a complete file
 * need not be read again for its hash. Lost with the process, or if another process receives a part.
 */
export interface RunningHashes {
  /**
   * Takes the hash of a file out, to continue at `position`. Null unless this process has hashed exactly the bytes
   * before it.
   */
  take(id: string, position: number): RunningHash | null;
  /** Puts it back when its bytes are saved. */
  keep(id: string, hash: RunningHash): void;
}

export function createRunningHashes(maxFiles = MAX_FILES): RunningHashes {
  const kept = new Map<string, RunningHash>();
  return {
    take(id, position) {
      const known = kept.get(id);
      kept.delete(id);
      if (position === 0) return runningHash();
      return known?.position === position ? known : null;
    },
    keep(id, hash) {
      kept.set(id, hash);
      if (kept.size > maxFiles) kept.delete(kept.keys().next().value as string);
    },
  };
}

function runningHash(): RunningHash {
  const hash = createHash('sha256');
  let position = 0;
  return {
    get position() {
      return position;
    },
    update(bytes) {
      hash.update(bytes);
      position += bytes.length;
    },
    digest: () => hash.digest('hex'),
  };
}
