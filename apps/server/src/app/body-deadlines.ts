import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from '../platform/http/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file: it may take as long as it needs while bytes go on arriving. */
    body?: 'file';
  }
}

/** How many times longer a file may wait for its next MIN_FILE_BYTES: phones lose their connection for a while. */
const FILE_PERIODS = 4;

/** Bytes of a file that must arrive in that time: less than any connection sends that could finish a video. */
const MIN_FILE_BYTES = 16 * 1024;

/** How long a client may take to read the error before its connection is closed, in milliseconds. */
const READ_ERROR_MS = 2_000;

/**
 * Gives every body a deadline, so that nobody keeps connections by sending it drop by drop. A body must be complete after
 * one period. A file (`config.body`) must go on: MIN_FILE_BYTES in every FILE_PERIODS periods. Who is too slow gets the error
 * request.timeout, and in any case the connection is closed: also of bodies that nobody reads, such as those of requests
 * that were rejected.
 * @param periodMs milliseconds
 */
export function guardBodies(app: FastifyInstance, periodMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const { headers, raw, socket } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    // Injected requests have no real socket.
    if (!hasBody || typeof socket.bytesRead !== 'number') return;
    const isFile = request.routeOptions.config.body === 'file';
    let before = socket.bytesRead;
    const timer = setInterval(
      () => {
        if (raw.complete || socket.destroyed) return clearInterval(timer);
        const received = socket.bytesRead - before;
        before = socket.bytesRead;
        // Bytes that wait to be read: then it is the server that is slow.
        if (isFile && (received >= MIN_FILE_BYTES || raw.readableLength > 0)) return;
        clearInterval(timer);
        reject(reply, socket);
      },
      isFile ? periodMs * FILE_PERIODS : periodMs,
    );
    timer.unref();
    // When it was read or the connection is closed. The socket itself serves many requests.
    raw.once('close', () => clearInterval(timer));
  });
}

function reject(reply: FastifyReply, socket: Socket): void {
  if (reply.sent || reply.raw.headersSent) {
    socket.destroy();
    return;
  }
  reply.header('connection', 'close').send(new DomainError('request.timeout'));
  // The handler that reads the body sees a lost connection.
  setTimeout(() => socket.destroy(), READ_ERROR_MS).unref();
}

/** How long the headers of a request may take, from the connection or the request before, in milliseconds. */
export const HEADERS_TIMEOUT_MS = 20_000;
