import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagMatches, parseRange } from './byte-range.ts';
import { DomainError } from './errors.ts';
import { type Storage, StorageMissingError } from './storage/storage.ts';

/** What an answer says about the bytes it carries. */
export interface SentFile {
  /** Key in the storage. */
  key: string;
  /** Bytes. */
  size: number;
  contentType: string;
  /** Strong ETag with its quotes; a changed file has another one. */
  etag: string;
}

export interface SendOptions {
  /** Without it, the browser may keep a copy but asks before each use, so the right is checked every time. */
  cacheControl?: string;
  /** Save under this name instead of showing it. */
  downloadName?: string;
}

/** Bytes from which on sending a browser to the store pays: a detour is a round trip, and is not kept by the browser. */
const DIRECT_FROM_BYTES = 256 * 1024;

/**
 * Answer with a stored file, or the stretch of it that was asked for (200, 206, 304, 416). Whoever calls this has
 * checked the right before. Bytes flow as fast as the client takes them; a client that leaves closes the file. Where
 * the storage gives its own addresses, large files are answered by one of them (302) to those who come back each time.
 * @throws DomainError route.missing if the storage does not have it
 */
export async function sendStoredObject(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Pick<Storage, 'open'> & Partial<Pick<Storage, 'direct'>>,
  file: SentFile,
  options: SendOptions = {},
): Promise<FastifyReply> {
  const { key, size, contentType, etag } = file;
  const headers: Record<string, string | number> = {
    etag,
    'cache-control': options.cacheControl ?? 'private, no-cache',
    'accept-ranges': 'bytes',
  };
  const contentDisposition = options.downloadName && attachment(options.downloadName);
  if (contentDisposition) headers['content-disposition'] = contentDisposition;
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.status(304).headers(headers).send();

  // A stretch may be added to an older copy only while the file is the same one.
  const ifRange = request.headers['if-range'];
  const wanted = request.method === 'GET' && (ifRange === undefined || ifRange === etag);
  const range = wanted ? parseRange(request.headers.range, size) : null;
  if (range === 'unsatisfiable') {
    return reply
      .status(416)
      .headers({ ...headers, 'content-range': `bytes */${size}` })
      .send();
  }
  if (storage.direct && size >= DIRECT_FROM_BYTES && request.method === 'GET' && asksEachTime(request)) {
    const address = await storage.direct.urlOf(key, { contentType, ...(contentDisposition && { contentDisposition }) });
    return reply.headers({ 'cache-control': 'private, no-store' }).redirect(address, 302);
  }
  headers['content-type'] = contentType;
  headers['content-length'] = range ? range.end - range.start + 1 : size;
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`;
  if (request.method === 'HEAD') return reply.headers(headers).send();

  const bytes = await storage.open(key, range ?? undefined).catch((cause) => {
    throw cause instanceof StorageMissingError ? new DomainError('route.missing', { cause }) : cause;
  });
  return reply
    .status(range ? 206 : 200)
    .headers(headers)
    .send(bytes);
}

/** Answer with a text that belongs to a video, such as a playlist (200, 304). Whoever calls this has checked the right. */
export function sendText(request: FastifyRequest, reply: FastifyReply, text: string, contentType: string) {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.status(200).header('content-type', contentType).send(text);
}

/**
 * Whether the asker comes here for each stretch: a script (hls.js), a download, a picture. A `<video>` does not: it goes
 * on at the address that it was sent to (Chromium does), so it could not seek once that is good no longer. Programs and
 * plain http do not say what they ask for.
 */
function asksEachTime(request: FastifyRequest): boolean {
  return /^(empty|document|image)$/.test(String(request.headers['sec-fetch-dest']));
}

/** Content-Disposition of a download (RFC 6266): the name in ASCII for old clients, and whole as RFC 5987 writes it. */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
