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

/** A bucket of an S3-compatible store, and its credentials. */
export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket is in the path of a URL instead of its host name. */
  forcePathStyle: boolean;
  /** Prefix of every key in the bucket, without a trailing slash; '' for none. */
  prefix: string;
  /** Set if browsers are redirected to the store: the endpoint that they can reach. */
  direct: { endpoint: string } | null;
}

export interface S3Options {
  /** Connection timeout in milliseconds. */
  connectMs?: number;
  /** Milliseconds without any transferred byte after which a request fails. */
  idleMs?: number;
  /** Objects per list request; S3 allows up to 1000. */
  pageSize?: number;
  /** Lifetime of a direct URL in seconds. */
  directSeconds?: number;
}

const CONNECT_MS = 5_000;
const IDLE_MS = 30_000;

/** Attempts per request. */
const MAX_ATTEMPTS = 3;

/** Part size of a multipart upload in bytes (S3 requires at least 5 MiB), and parts in memory at the same time. */
const PART_BYTES = 8 * 1024 * 1024;
const PARALLEL_PARTS = 2;

/** S3's limit per object. */
const MAX_PARTS = 10_000;

/** Lifetime of a direct URL in seconds. */
const DIRECT_SECONDS = 60;

/** Storage in an S3 bucket. Staging folders are local, below `localRoot/staging`. */
export function createS3Storage(settings: S3Settings, localRoot: string, options: S3Options = {}): Storage {
  const { bucket } = settings;
  const { connectMs = CONNECT_MS, idleMs = IDLE_MS, pageSize, directSeconds = DIRECT_SECONDS } = options;
  const staging = createStaging(join(localRoot, 'staging'));
  const prefix = settings.prefix ? `${settings.prefix}/` : '';
  const client = createClient(settings, { connectionTimeout: connectMs, socketTimeout: idleMs });
  // A paused player leaves its connection idle, so only the response headers have a timeout; failWhenIdle watches the
  // body.
  const reader = createClient(settings, {
    connectionTimeout: connectMs,
    requestTimeout: idleMs,
    throwOnRequestTimeout: true,
  });

  const objectOf = (key: string) => ({ Bucket: bucket, Key: prefix + checkedKey(key) });

  /** Converts errors of the library. @throws StorageMissingError, StorageUnavailableError */
  async function call<T>(what: string, key: string, request: Promise<T>): Promise<T> {
    try {
      return await request;
    } catch (cause) {
      if (cause instanceof S3ServiceException && cause.name === 'NoSuchKey') throw new StorageMissingError(key);
      throw toUnavailableError(`${what} ${key}`, cause);
    }
  }

  async function openBody(key: string, range?: { start: number; end: number }): Promise<IncomingMessage> {
    const { Body } = await call(
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
          await call('write', key, client.send(new PutObjectCommand({ ...objectOf(key), Body })));
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
          throw toUnavailableError(`look up ${key}`, cause);
        }
      }
      // The 404 of a HEAD request has no error code, so check that the object is missing and not the bucket.
      await call('find the bucket for', key, client.send(new HeadBucketCommand({ Bucket: bucket })));
      return null;
    },
    async delete(key) {
      await call('delete', key, client.send(new DeleteObjectCommand(objectOf(key))));
    },
    async *list(wanted): AsyncIterable<StoredObject> {
      for (let token: string | undefined, more = true; more; more = token !== undefined) {
        const page = await call(
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
    async materialize(key, folder, name, signal) {
      const path = join(folder, name);
      const body = await openBody(key);
      try {
        const file = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: 1024 * 1024 });
        await pipeline(body, file, { ...(signal && { signal }) });
      } catch (error) {
        await rm(path, { force: true });
        signal?.throwIfAborted();
        throw isLocalDiskError(error) ? error : toUnavailableError(`read ${key}`, error);
      }
      return path;
    },
    stagingFolder: staging.create,
    async removeStaleStaging(before) {
      return (await staging.removeStale(before)) + (await abortStaleUploads(before));
    },
    pieces: null,
    direct: settings.direct && directAccess(settings, objectOf, directSeconds),
    offload: null,
  };

  /** Uploads a large file in parts, with reused buffers. The object exists when the upload is completed. */
  async function putInParts(key: string, file: FileHandle, size: number): Promise<void> {
    const object = objectOf(key);
    const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
    const { UploadId } = await call('write', key, client.send(new CreateMultipartUploadCommand(object)));
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
      const senders = Array.from({ length: PARALLEL_PARTS }, () =>
        sendParts().catch((error) => {
          // Other parallel senders stop after their current part.
          next = count + 1;
          throw error;
        }),
      );
      await Promise.allSettled(senders);
      await Promise.all(senders);
      const MultipartUpload = { Parts: parts };
      await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload }));
    } catch (cause) {
      // If this fails, the sweep aborts the upload later.
      await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => {});
      throw toUnavailableError(`write ${key}`, cause);
    }
  }

  /** Parts of incomplete multipart uploads are not objects, but use space until the upload is aborted. */
  async function abortStaleUploads(before: Date): Promise<number> {
    let aborted = 0;
    let marker: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
    while (marker) {
      const page: Awaited<ReturnType<typeof listUploads>> = await listUploads(marker);
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (!Initiated || Initiated >= before) continue;
        await call(
          'abort an upload of',
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
    return call('list the uploads to', prefix, client.send(command));
  }
}

/** Fills a buffer with the file's bytes from `start`. @throws Error if the file is too short */
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
  // A viewer may hold a connection for as long as the video plays, so the number is not limited here.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    maxAttempts: MAX_ATTEMPTS,
    // Not all S3-compatible stores support checksum trailers. The request signature covers the bytes.
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
 * Fails a response body if the store sends nothing for `idleMs` although the buffer has space. A slow reader fills the
 * buffer, so it does not cause an error.
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
        body.destroy(toUnavailableError(`read ${key}`, new Error(`no data for ${idleMs} ms`)));
      }
    },
    Math.max(10, idleMs / 4),
  );
  timer.unref();
  body.once('close', () => clearInterval(timer));
  // Readers get the error from the stream. Without a reader it must not crash the process.
  body.on('error', () => {});
}

/** @param what the failed operation, for the log */
function toUnavailableError(what: string, cause: unknown): Error {
  if (isLocalDiskError(cause) || cause instanceof StorageUnavailableError) return cause;
  const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
  const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
  const code = codeOf(name, status);
  // Responses to HEAD have no message, and the library calls them "Unknown".
  const details = [status, name, message].filter((part) => part && !/^Unknown(Error)?$/.test(String(part)));
  return new StorageUnavailableError(`The object store could not ${what}: ${details.join(', ')}`, {
    cause,
    ...(code && { code }),
  });
}

const FULL = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'InsufficientCapacity']);

function codeOf(name: string, status?: number): string | null {
  if (status === 507 || FULL.has(name)) return 'ENOSPC';
  return status === 401 || status === 403 || status === 404 ? 'EACCES' : null;
}

/** Errors of the local disk (full, not writable), which are not caused by the store. */
function isLocalDiskError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}
