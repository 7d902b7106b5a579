import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from '../platform/http/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file: no total deadline while bytes keep arriving. */
    body?: 'file';
  }
}

/** How many periods a file may take for its next MIN_FILE_BYTES: phones lose their connection for a while. */
const FILE_PERIODS = 4;

/** Bytes of a file that must arrive in FILE_PERIODS: slower connections could never finish a video. */
const MIN_FILE_BYTES = 16 * 1024;

/** How long a client may take to read the error before its connection is closed, in milliseconds. */
const READ_ERROR_MS = 2_000;

/**
 * Protects against slow request bodies (Slowloris). A body must be complete after one period; a file (`config.body`)
 * must receive MIN_FILE_BYTES in every FILE_PERIODS periods. Slower clients get the error request.timeout and their
 * connection is closed, also if no handler reads the body, such as for rejected requests.
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
        // The client has sent enough, or the server has not yet read what was sent.
        if (isFile && (received >= MIN_FILE_BYTES || raw.readableLength > 0)) return;
        clearInterval(timer);
        reject(reply, socket);
      },
      isFile ? periodMs * FILE_PERIODS : periodMs,
    );
    timer.unref();
    // 'close' of the request, not of the socket: the socket serves many requests.
    raw.once('close', () => clearInterval(timer));
  });
}

function reject(reply: FastifyReply, socket: Socket): void {
  if (reply.sent || reply.raw.headersSent) {
    socket.destroy();
    return;
  }
  reply.header('connection', 'close').send(new DomainError('request.timeout'));
  // A handler that reads the body sees a closed connection.
  setTimeout(() => socket.destroy(), READ_ERROR_MS).unref();
}

/** Maximum time for the headers of a request, from the connection or the previous request, in milliseconds. */
export const HEADERS_TIMEOUT_MS = 20_000;
