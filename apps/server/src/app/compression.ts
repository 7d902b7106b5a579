import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/**
 * Only JSON: pages and scripts are compressed by the build, media is compressed already, and events must not be
 * delayed.
 */
const JSON_TYPE = /^application\/json/;

/** Smaller responses fit into one packet anyway, in bytes. */
const SMALLEST = 1024;

/**
 * Responses up to this size, in bytes, are compressed on the main thread: 50 videos (40 KB) take 0.2 ms, less than a
 * hand-over to another thread.
 */
const LARGEST_AT_ONCE = 256 * 1024;

/**
 * Compresses responses of the API: 50 videos are 7 KB instead of 40. Low level: the last tenth would take three times
 * as long.
 *
 * BREACH does not apply: another site would have to make a browser send authenticated requests, but the API uses the
 * Authorization header, which browsers never send on their own.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    customTypes: JSON_TYPE,
    encodings: ['zstd', 'gzip'],
    zlibOptions: { level: 1 },
    threshold: SMALLEST,
    syncThreshold: LARGEST_AT_ONCE,
    // Requests are not decompressed: a small one could expand to any size.
    globalDecompression: false,
  });
}
