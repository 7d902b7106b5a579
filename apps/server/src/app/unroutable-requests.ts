import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../platform/errors.ts';
import { DATA_POLICY } from './content-security-policy.ts';

/** Headers of answers that no hook of the app sees: nobody may keep them, and no browser may take them for a page. */
const PLAIN_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': DATA_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Errors before there is a request, by the codes of Node.js. */
const CLIENT_ERRORS = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
  HPE_HEADER_OVERFLOW: 'request.too_large',
} as const;

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
    const code = CLIENT_ERRORS[error.code as keyof typeof CLIENT_ERRORS] ?? 'request.invalid';
    const domain = new DomainError(code);
    const body = JSON.stringify(domain.toBody());
    const head = [
      `HTTP/1.1 ${domain.status} ${STATUS_CODES[domain.status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(PLAIN_HEADERS).map((header) => header.join(': ')),
      'connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}

/**
 * Answers addresses that can match no route: a percent sign without a character, or a part that is longer than any id.
 * The framework sends these to neither the hooks nor the error handler.
 */
export function answerBadAddress(
  error: Error & { code?: string },
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  const domain = new DomainError(error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'route.missing' : 'request.invalid');
  reply.status(domain.status).headers(PLAIN_HEADERS).send(domain.toBody());
}
