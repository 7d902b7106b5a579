import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createStaging } from './staging.ts';
import {
  checkedKey,
  type DirectAccess,
  type Storage,
  StorageMissingError,
  StorageUnavailableError,
  type StoredObject,
} from './storage.ts';

/** A bucket of an S3-compatible store, and the right to it. */
export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket is named in the path of an address instead of its host. */
  forcePathStyle: boolean;
  /** Begins every key in the bucket, without a slash at its end; '' for none. */
  prefix: string;
  /** Whether browsers are sent to the store for the bytes, and under which address they reach it. */
  direct: { endpoint: string } | null;
}

export interface S3Options {
  /** Milliseconds in which the store must take a connection. */
  connectMs?: number;
  /** Milliseconds without a byte in either direction after which the store counts as hanging. */
  idleMs?: number;
  /** Objects that the store lists at once; it allows 1000. */
  pageSize?: number;
  /** Seconds for which an address at the store is good. */
  directSeconds?: number;
}

const CONNECT_MS = 5_000;
const IDLE_MS = 30_000;

/** Attempts of one request. */
const MAX_ATTEMPTS = 3;

/** Bytes of one part of a large upload, and how many are in memory at once. S3 asks for at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/** S3's limit for one object. */
const MAX_PARTS = 10_000;

/** Seconds for which an address at the store is good. */
const DIRECT_SECONDS = 60;

/** Objects in a bucket. What is under way stays below `localRoot/staging` on this machine's disk. */
export function createS3Storage(settings: S3Settings, localRoot: string, options: S3Options = {}): Storage {
  const { bucket } = settings;
  const { connectMs = CONNECT_MS, idleMs = IDLE_MS, pageSize, directSeconds = DIRECT_SECONDS } = options;
  const staging = createStaging(join(localRoot, 'staging'));
  const prefix = settings.prefix ? `${settings.prefix}/` : '';
  const client = createClient(settings, { connectionTimeout: connectMs, socketTimeout: idleMs });
  // A player that pauses leaves its connection idle and is not the store's fault, so only the answer's head is timed;
  // its body is watched by failWhenIdle.
  const reader = createClient(settings, {
    connectionTimeout: connectMs,
    requestTimeout: idleMs,
    throwOnRequestTimeout: true,
  });

  const objectOf = (key: string) => ({ Bucket: bucket, Key: prefix + checkedKey(key) });

  /** @throws StorageMissingError, StorageUnavailableError in place of the library's own */
  async function ask<T>(what: string, key: string, request: Promise<T>): Promise<T> {
    try {
      return await request;
    } catch (cause) {
      if (cause instanceof S3ServiceException && cause.name === 'NoSuchKey') throw new StorageMissingError(key);
      throw unavailable(`${what} ${key}`, cause);
    }
  }

  async function openBody(key: string, range?: { start: number; end: number }): Promise<IncomingMessage> {
    const { Body } = await ask(
      'read',
      key,
      reader.send(
        new GetObjectCommand({ ...objectOf(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
      ),
    );
    const body = Body as IncomingMessage;
    failWhenIdle(body, idleMs, key);
    return body;
  }

  return {
    async put(key, localPath) {
      const file = await open(localPath, 'r');
      try {
        const { size } = await file.stat();
        if (size > PART_BYTES) {
          await putInParts(key, file, size);
        } else {
          const Body = await readPart(file, Buffer.allocUnsafe(size), 0);
          await ask('write', key, client.send(new PutObjectCommand({ ...objectOf(key), Body })));
        }
      } finally {
        await file.close();
      }
      await rm(localPath, { force: true });
    },
    async open(key, range): Promise<Readable> {
      return openBody(key, range);
    },
    async stat(key) {
      try {
        const head = await client.send(new HeadObjectCommand(objectOf(key)));
        return { key, size: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
      } catch (cause) {
        if (!(cause instanceof S3ServiceException) || cause.$metadata.httpStatusCode !== 404) {
          throw unavailable(`look up ${key}`, cause);
        }
      }
      // The answer to HEAD has no words: only now is it sure that the object is missing and not the bucket.
      await ask('find the bucket for', key, client.send(new HeadBucketCommand({ Bucket: bucket })));
      return null;
    },
    async delete(key) {
      await ask('delete', key, client.send(new DeleteObjectCommand(objectOf(key))));
    },
    async *list(wanted): AsyncIterable<StoredObject> {
      for (let token: string | undefined, more = true; more; more = token !== undefined) {
        const page = await ask(
          'list',
          wanted,
          client.send(
            new ListObjectsV2Command({
              Bucket: bucket,
              Prefix: prefix + wanted,
              ContinuationToken: token,
              MaxKeys: pageSize,
            }),
          ),
        );
        for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? []) {
          yield { key: Key.slice(prefix.length), size: Size, modifiedAt: LastModified };
        }
        token = page.NextContinuationToken;
      }
    },
    async materialize(key, folder, name) {
      const path = join(folder, name);
      const body = await openBody(key);
      try {
        await pipeline(body, createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: 1024 * 1024 }));
      } catch (error) {
        await rm(path, { force: true });
        throw isLocal(error) ? error : unavailable(`read ${key}`, error);
      }
      return path;
    },
    stagingFolder: staging.create,
    async removeStaleStaging(before) {
      return (await staging.removeStale(before)) + (await abortStaleUploads(before));
    },
    direct: settings.direct && directAccess(settings, objectOf, directSeconds),
  };

  /** A large file, a few parts at a time, each in a buffer that is used again; an object when the last is there. */
  async function putInParts(key: string, file: FileHandle, size: number): Promise<void> {
    const object = objectOf(key);
    const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
    const { UploadId } = await ask('write', key, client.send(new CreateMultipartUploadCommand(object)));
    const parts: CompletedPart[] = [];
    const count = Math.ceil(size / partBytes);
    let next = 1;
    async function sendParts(): Promise<void> {
      const buffer = Buffer.allocUnsafe(partBytes);
      while (next <= count) {
        const PartNumber = next;
        next += 1;
        const start = (PartNumber - 1) * partBytes;
        const Body = await readPart(file, buffer.subarray(0, Math.min(partBytes, size - start)), start);
        const { ETag } = await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body }));
        parts[PartNumber - 1] = { PartNumber, ETag };
      }
    }
    try {
      const senders = Array.from({ length: PARTS_AT_ONCE }, () =>
        sendParts().catch((error) => {
          // The others end with the part that they are at.
          next = count + 1;
          throw error;
        }),
      );
      await Promise.allSettled(senders);
      await Promise.all(senders);
      const MultipartUpload = { Parts: parts };
      await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload }));
    } catch (cause) {
      // What cannot be called off now is called off by the sweep.
      await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => {});
      throw unavailable(`write ${key}`, cause);
    }
  }

  /** Parts of uploads that were never completed are no objects, but take up space until they are called off. */
  async function abortStaleUploads(before: Date): Promise<number> {
    let aborted = 0;
    let marker: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
    while (marker) {
      const page: Awaited<ReturnType<typeof listUploads>> = await listUploads(marker);
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (!Initiated || Initiated >= before) continue;
        await ask(
          'call off an upload of',
          Key ?? '',
          client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })),
        );
        aborted += 1;
      }
      marker = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null;
    }
    return aborted;
  }

  function listUploads(marker: { KeyMarker?: string; UploadIdMarker?: string }) {
    const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker });
    return ask('list the uploads to', prefix, client.send(command));
  }
}

/** Fill a buffer with the file's bytes from `start` on. @throws Error if the file ends before */
async function readPart(file: FileHandle, buffer: Buffer, start: number): Promise<Buffer> {
  for (let filled = 0; filled < buffer.length; ) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, start + filled);
    if (bytesRead === 0) throw new Error('The file became shorter while it was stored.');
    filled += bytesRead;
  }
  return buffer;
}

function createClient(
  settings: S3Settings,
  timeouts: {
    connectionTimeout?: number;
    socketTimeout?: number;
    requestTimeout?: number;
    throwOnRequestTimeout?: boolean;
  },
): S3Client {
  // Each viewer may hold a connection for as long as a video lasts: their number is not ours to limit.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    maxAttempts: MAX_ATTEMPTS,
    // Other stores than Amazon's know no checksum trailers. The bytes are covered by the request's signature.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { ...timeouts, httpAgent: new HttpAgent(agent), httpsAgent: new HttpsAgent(agent) },
  });
}

function directAccess(
  settings: S3Settings,
  objectOf: (key: string) => { Bucket: string; Key: string },
  seconds: number,
): DirectAccess {
  const { bucket, forcePathStyle } = settings;
  const endpoint = settings.direct?.endpoint ?? settings.endpoint;
  const client = createClient({ ...settings, endpoint }, {});
  const url = new URL(endpoint);
  if (!forcePathStyle) url.host = `${bucket}.${url.host}`;
  return {
    origin: url.origin,
    urlOf(key, { contentType, contentDisposition }) {
      const command = new GetObjectCommand({
        ...objectOf(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition,
        ResponseCacheControl: `private, max-age=${seconds}`,
      });
      return getSignedUrl(client, command, { expiresIn: seconds });
    },
  };
}

/**
 * End a body with an error when its store sends nothing for `idleMs` although there is room for more. A reader that
 * takes its time fills the buffer, so it is never blamed.
 */
function failWhenIdle(body: IncomingMessage, idleMs: number, key: string): void {
  let received = body.socket.bytesRead;
  let since = Date.now();
  const timer = setInterval(
    () => {
      const waiting = !body.complete && body.readableLength < body.readableHighWaterMark;
      if (!waiting || body.socket.bytesRead !== received) {
        received = body.socket.bytesRead;
        since = Date.now();
      } else if (Date.now() - since >= idleMs) {
        body.destroy(unavailable(`read ${key}`, new Error(`nothing came for ${idleMs} ms`)));
      }
    },
    Math.max(10, idleMs / 4),
  );
  timer.unref();
  body.once('close', () => clearInterval(timer));
  // Whoever reads hears of an error by reading; a body that nobody has begun to read must not end the process.
  body.on('error', () => {});
}

/** @param what in words, for the operator's log */
function unavailable(what: string, cause: unknown): Error {
  if (isLocal(cause) || cause instanceof StorageUnavailableError) return cause;
  const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
  const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
  const code = codeOf(name, status);
  // Answers to HEAD have no words, and the library calls them unknown.
  const words = [status, name, message].filter((word) => word && !/^Unknown(Error)?$/.test(String(word)));
  return new StorageUnavailableError(`The object store could not ${what}: ${words.join(', ')}`, {
    cause,
    ...(code && { code }),
  });
}

const FULL = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'InsufficientCapacity']);

function codeOf(name: string, status?: number): string | null {
  if (status === 507 || FULL.has(name)) return 'ENOSPC';
  return status === 401 || status === 403 || status === 404 ? 'EACCES' : null;
}

/** Faults of this machine's own disk (full, not writable), which are not the store's. */
function isLocal(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}
