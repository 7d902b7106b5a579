import type { Readable } from 'node:stream';

/** A byte range with both ends included, as in HTTP Range. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Metadata of a stored object. */
export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/**
 * Storage of files as objects. Keys are paths of lower-case words and ids, never user input. An object is either
 * complete or absent, and never changes. Every call may throw StorageUnavailableError.
 */
export interface Storage {
  /**
   * Moves a complete local file to `key`, replacing an existing object atomically. When this returns, the object is
   * durable and the local file is gone.
   */
  put(key: string, localPath: string): Promise<void>;
  /** Reads an object or a byte range of it. @throws StorageMissingError */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Null if the object does not exist. */
  stat(key: string): Promise<StoredObject | null>;
  /** No error if the object does not exist. */
  delete(key: string): Promise<void>;
  /** Objects whose key starts with `prefix`, sorted by key. Listed objects may be deleted during the iteration. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /**
   * Makes the object available as a read-only file in `folder`, without copying if possible.
   * @returns its path @throws StorageMissingError, or the signal's reason
   */
  materialize(key: string, folder: string, name: string, signal?: AbortSignal): Promise<string>;
  /** Creates an empty local folder for `put` and `materialize`. The caller removes it. */
  stagingFolder(): Promise<string>;
  /** Removes staging folders and incomplete objects without changes since `before`. @returns the number removed */
  removeStaleStaging(before: Date): Promise<number>;
  /**
   * Set if objects are local files: reads a byte range in chunks, with reused buffers. Each chunk is valid until the
   * next one
   * is requested. The caller must read to the end or end the generator. @throws StorageMissingError
   */
  readonly pieces: ((key: string, range: ByteRange) => Promise<AsyncGenerator<Buffer, void>>) | null;
  /** Set if browsers may be redirected to the store. */
  readonly direct: DirectAccess | null;
  /** Set if the nginx in front sends files: path of an object for X-Accel-Redirect, only reachable by nginx itself. */
  readonly offload: ((key: string) => string) | null;
}

/** Short-lived URLs of the store itself, each for one object. */
export interface DirectAccess {
  /** Origin of these URLs, for the content security policy. */
  readonly origin: string;
  /** @param headers response headers that the store should send */
  urlOf(key: string, headers: { contentType: string; contentDisposition?: string }): Promise<string>;
}

/** The object does not exist. */
export class StorageMissingError extends Error {
  constructor(key: string) {
    super(`No stored object ${key}`);
  }
}

/** The store is unreachable, denies access or fails: it is unknown whether the object exists. */
export class StorageUnavailableError extends Error {
  /** ENOSPC if the store is full, EACCES for wrong credentials or a wrong bucket. */
  readonly code?: string;

  constructor(message: string, options: { cause: unknown; code?: string }) {
    super(message, { cause: options.cause });
    if (options.code) this.code = options.code;
  }
}

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** @returns the key. @throws Error if it is not a valid storage key */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`Not a storage key: ${key}`);
  return key;
}
