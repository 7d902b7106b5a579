import type { Readable } from 'node:stream';

/** A stretch of bytes, both ends included, as in HTTP Range. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What is known of a stored object. */
export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/**
 * Where files live. Keys are paths of lower-case words and ids, never a person's words. An object is there whole or
 * not at all, and never changes once it is there.
 */
export interface Storage {
  /** Move a finished local file in under `key`; it is durable when this returns. */
  put(key: string, localPath: string): Promise<void>;
  /** Bytes of an object, or of a stretch of it. @throws StorageMissingError */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Null if there is none. */
  stat(key: string): Promise<StoredObject | null>;
  /** No error if there is none. */
  delete(key: string): Promise<void>;
  /** Objects whose key begins with `prefix`, in no certain order. Those listed may be deleted on the way. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Give the object as a file of `folder`, without copying its bytes where that is possible. @returns its path */
  materialize(key: string, folder: string, name: string): Promise<string>;
  /** An empty folder of its own on the disk that `put` takes files from, removed by the caller. */
  stagingFolder(): Promise<string>;
  /** Remove staging folders in which nothing has changed since `before`. @returns how many */
  removeStaleStaging(before: Date): Promise<number>;
}

/** The object asked for is not there. */
export class StorageMissingError extends Error {
  constructor(key: string) {
    super(`No stored object ${key}`);
  }
}
