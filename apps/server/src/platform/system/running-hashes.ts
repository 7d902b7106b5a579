import { createHash } from 'node:crypto';

/** How many unfinished files are remembered, a few hundred bytes each. The oldest goes first; it is read once more then. */
const MAX_FILES = 1_000;

/** The SHA-256 of the first bytes of a file, which goes on with each part. */
export interface RunningHash {
  /** How many bytes it has seen. */
  readonly position: number;
  update(bytes: Buffer): void;
  /** In lower-case hex. It can be asked for once, at the end. */
  digest(): string;
}

/**
 * The hashes of files that arrive in parts, as far as this process has seen them from their first byte on: so a whole file need
 * not be read once more for its hash. They are lost with the process, and for a part that went to another one.
 */
export interface RunningHashes {
  /** Takes the hash of a file out, to go on at `position`. Null if this process has not seen just the bytes before it. */
  take(id: string, position: number): RunningHash | null;
  /** Puts it back, when its bytes are saved. */
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
