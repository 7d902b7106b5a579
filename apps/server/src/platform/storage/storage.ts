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
 * not at all, and never changes once it is there. Every call may throw StorageUnavailableError.
 */
export interface Storage {
  /**
   * Move a finished local file in under `key`; it is durable when this returns, and the local file is gone. What was
   * there under that key is replaced in one step.
   */
  put(key: string, localPath: string): Promise<void>;
  /** Bytes of an object, or of a stretch of it. @throws StorageMissingError */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Null if there is none. */
  stat(key: string): Promise<StoredObject | null>;
  /** No error if there is none. */
  delete(key: string): Promise<void>;
  /** Objects whose key begins with `prefix`, in the order of their keys. Those listed may be deleted on the way. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /**
   * Give the object as a file of `folder`, without copying its bytes where that is possible; it is to be read only.
   * @returns its path @throws StorageMissingError
   */
  materialize(key: string, folder: string, name: string): Promise<string>;
  /** An empty folder of its own on a disk of this machine, for `put` and `materialize`; removed by the caller. */
  stagingFolder(): Promise<string>;
  /** Remove staging folders, and halves of objects, in which nothing has changed since `before`. @returns how many */
  removeStaleStaging(before: Date): Promise<number>;
  /** Set where browsers may be sent to the store itself for the bytes. */
  readonly direct: DirectAccess | null;
}

/** Addresses at the store itself, each good for one object and for a minute. */
export interface DirectAccess {
  /** Origin of every such address, for the pages that load from it. */
  readonly origin: string;
  /** @param answer what the store is to say of the bytes */
  urlOf(key: string, answer: { contentType: string; contentDisposition?: string }): Promise<string>;
}

/** The object asked for is not there. */
export class StorageMissingError extends Error {
  constructor(key: string) {
    super(`No stored object ${key}`);
  }
}

/** The store refuses, does not answer or answers with a fault: nothing is known of the object. */
export class StorageUnavailableError extends Error {
  /** ENOSPC if the store is full, EACCES if it knows us and refuses: a wrong key or bucket. */
  readonly code?: string;

  constructor(message: string, options: { cause: unknown; code?: string }) {
    super(message, { cause: options.cause });
    if (options.code) this.code = options.code;
  }
}

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** @returns the key @throws Error unless it is one */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`Not a storage key: ${key}`);
  return key;
}
