import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Why bytes on a connection are no request. */
export type ClientErrorReason = 'invalid' | 'timeout' | 'too_large';

/** Reasons by the codes of Node.js; any other is `invalid`. */
const REASONS: Record<string, ClientErrorReason> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'too_large',
};

/** A request of Fastify and its answer, as far as they are needed here. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Answers what is no request, because its headers cannot be read or never end, and closes the connection. The framework sends
 * it to no hook and to no error handler.
 * @param headers of the answer
 * @param answer its status, and a body that is sent as JSON
 * @returns `rememberRequest` is a hook of all requests (`onRequest`), `answerClientError` Fastify's `clientErrorHandler`
 */
export function createClientErrorHandler(
  headers: Record<string, string>,
  answer: (reason: ClientErrorReason) => { status: number; body: object },
) {
  /** The last request of each connection, with its answer. */
  const last = new WeakMap<Socket, Exchange>();

  /**
   * Whether the bytes that cannot be read belong to a request that has its answer, or part of it: a second answer would be
   * taken for that of the next request.
   */
  function isAnswered(socket: Socket): boolean {
    if (socket.bytesWritten === 0) return false;
    const exchange = last.get(socket);
    return !(exchange?.request.complete && exchange.response.writableFinished);
  }

  return {
    async rememberRequest(request: { raw: IncomingMessage }, reply: { raw: ServerResponse }): Promise<void> {
      last.set(request.raw.socket, { request: request.raw, response: reply.raw });
    },
    answerClientError(error: Error & { code?: string }, socket: Socket): void {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      if (socket.writable && !isAnswered(socket)) {
        const { status, body } = answer(REASONS[error.code ?? ''] ?? 'invalid');
        const text = JSON.stringify(body);
        const head = [
          `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
          'content-type: application/json; charset=utf-8',
          `content-length: ${Buffer.byteLength(text)}`,
          ...Object.entries(headers).map((header) => header.join(': ')),
          'connection: close',
        ];
        socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
      }
      socket.destroySoon();
    },
  };
}
