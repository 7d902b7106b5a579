import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { create as attachment } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type Storage, StorageMissingError } from '../storage/storage.ts';
import { etagMatches, parseRange } from './byte-range.ts';
import { DomainError } from './errors.ts';

/** A stored object with the headers to send. */
export interface SentFile {
  /** Storage key. */
  key: string;
  /** Bytes. */
  size: number;
  contentType: string;
  /** Strong ETag including its quotes; it differs for a changed file. */
  etag: string;
}

export interface SendOptions {
  /** By default the browser may keep a copy but must revalidate it, so access is checked every time. */
  cacheControl?: string;
  /** Download under this file name instead of showing the file. */
  downloadName?: string;
}

/** Responses of `sendStoredObject` other than 200, for the contract of a route. */
export const PARTIAL_RESPONSES = {
  206: z.custom<Readable>().describe('The requested byte range'),
  304: z.undefined().describe("The browser's copy is up to date"),
  416: z.undefined().describe('The file ends before the requested byte range'),
};

/** Minimum size in bytes for a redirect to the store, because it costs a round trip and browsers do not cache it. */
const DIRECT_FROM_BYTES = 256 * 1024;

/**
 * Maximum response size in bytes that nginx sends for us (decision 0004). nginx does not check whether the viewer loses
 * access meanwhile, as we do, so they can receive at most this much afterwards.
 */
const OFFLOADED_UP_TO_BYTES = 4 * 1024 * 1024;

/**
 * Sends a stored object or the requested byte range (200, 206, 304, 416). The caller must authorize first. The stream
 * follows the client's speed, and closes when the client disconnects. If the storage has direct URLs, large files are
 * redirected (302) for clients that request each range here. If the storage has an offload, the nginx in front sends
 * short responses.
 * @throws DomainError route.missing if the object does not exist
 */
export async function sendStoredObject(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Pick<Storage, 'open'> & Partial<Pick<Storage, 'pieces' | 'direct' | 'offload'>>,
  file: SentFile,
  options: SendOptions = {},
): Promise<FastifyReply> {
  const { key, size, contentType, etag } = file;
  const headers: Record<string, string | number> = {
    etag,
    'cache-control': options.cacheControl ?? 'private, no-cache',
    'accept-ranges': 'bytes',
  };
  const contentDisposition = options.downloadName && attachment(options.downloadName.toWellFormed());
  if (contentDisposition) headers['content-disposition'] = contentDisposition;
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.status(304).headers(headers).send();

  // If-Range: send a range only if the client's copy has the same version.
  const ifRange = request.headers['if-range'];
  const wanted = request.method === 'GET' && (ifRange === undefined || ifRange === etag);
  const range = wanted ? parseRange(request.headers.range, size) : null;
  if (range === 'unsatisfiable') {
    return reply
      .status(416)
      .headers({ ...headers, 'content-range': `bytes */${size}` })
      .send();
  }
  if (storage.direct && size >= DIRECT_FROM_BYTES && request.method === 'GET' && requestsEachRange(request)) {
    const url = await storage.direct.urlOf(key, { contentType, ...(contentDisposition && { contentDisposition }) });
    return reply.headers({ 'cache-control': 'private, no-store' }).redirect(url, 302);
  }
  headers['content-type'] = contentType;
  const length = range ? range.end - range.start + 1 : size;
  if (storage.offload && request.method === 'GET' && length <= OFFLOADED_UP_TO_BYTES) {
    // nginx parses the range of the request again, and sets status, length and Content-Range.
    return reply.headers({ ...headers, 'x-accel-redirect': storage.offload(key) }).send();
  }
  headers['content-length'] = length;
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`;
  if (request.method === 'HEAD') return reply.headers(headers).send();

  reply.status(range ? 206 : 200).headers(headers);
  if (storage.pieces && length > 0) {
    const pieces = await storage.pieces(key, range ?? { start: 0, end: size - 1 }).catch(refuseMissing);
    await sendPieces(reply, pieces, length);
    return reply;
  }
  return reply.send(await storage.open(key, range ?? undefined).catch(refuseMissing));
}

function refuseMissing(cause: unknown): never {
  throw cause instanceof StorageMissingError ? new DomainError('route.missing', { cause }) : cause;
}

/**
 * Sends chunks as the response, each after the previous one has left this process: a stream would buffer several, each
 * in a new buffer. Ends when the client disconnects.
 */
async function sendPieces(reply: FastifyReply, pieces: AsyncGenerator<Buffer, void>, length: number): Promise<void> {
  const { raw: response } = reply;
  let onClose = () => {};
  response.once('close', () => onClose());
  let sent = 0;
  try {
    for await (const piece of pieces) {
      if (response.destroyed) break;
      if (sent === 0) response.writeHead(reply.hijack().statusCode, reply.getHeaders() as OutgoingHttpHeaders);
      sent += piece.length;
      await new Promise<void>((resolve) => {
        onClose = resolve;
        // The last chunk is sent with the end of the response, in one packet.
        if (sent === length) response.end(piece, resolve);
        else response.write(piece, () => resolve());
      });
    }
    if (response.destroyed) reply.hijack();
    else if (sent < length) throw new Error(`The file has ${length - sent} bytes less than its row says.`);
  } catch (error) {
    // Nothing was sent yet, so an error response is possible.
    if (!reply.sent) throw error;
    reply.log.warn({ err: error }, 'file not sent completely');
    response.destroy();
  }
}

/** Sends a text of a video, such as a playlist (200, 304). The caller must authorize first. */
export function sendText(request: FastifyRequest, reply: FastifyReply, text: string, contentType: string) {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.status(200).header('content-type', contentType).send(text);
}

/**
 * Whether the client requests each range at our URL: scripts (hls.js), downloads, images. A `<video>` does not:
 * Chromium continues at the redirected URL, so seeking would fail after it has expired. Other programs, and plain http,
 * send no Sec-Fetch-Dest header.
 */
function requestsEachRange(request: FastifyRequest): boolean {
  return /^(empty|document|image)$/.test(String(request.headers['sec-fetch-dest']));
}
