import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { identity as text } from '@kinreel/messages/en/identity';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** Headers of every answer. */
export const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Not no-referrer: browsers would then send `Origin: null` with the form of the reset page.
  'referrer-policy': 'strict-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** Answers addresses that can match no route, such as `/%`: they reach neither the hooks nor the error handler. */
export function answerBadAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  reply.status(404).headers(HEADERS).send({ error: 'not_found', error_description: text.unreadable });
}

/** Statuses by the codes of Node.js. */
const CLIENT_ERRORS: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** The last request of each connection, with its answer. */
const LAST = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();

/** Hook of all requests, so that answerClientError knows what was answered. */
export async function rememberRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  LAST.set(request.raw.socket, { request: request.raw, response: reply.raw });
}

/**
 * Whether the bytes that cannot be read belong to a request that has its answer, or part of it: a second answer would be
 * taken for that of the next request.
 */
function isAnswered(socket: Socket): boolean {
  if (socket.bytesWritten === 0) return false;
  const last = LAST.get(socket);
  return !(last?.request.complete && last.response.writableFinished);
}

/** Answers what is no request, because its headers cannot be read or never end, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable && !isAnswered(socket)) {
    const status = CLIENT_ERRORS[error.code ?? ''] ?? 400;
    const body = JSON.stringify({ error: 'invalid_request', error_description: text.unreadable });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(HEADERS).map((header) => header.join(': ')),
      'connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}
