import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Why received bytes are not a valid request. */
export type ClientErrorReason = 'invalid' | 'timeout' | 'too_large';

/** Reasons by the codes of Node.js; any other is `invalid`. */
const REASONS: Record<string, ClientErrorReason> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'too_large',
};

/** The parts of a Fastify request and reply that are needed here. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Responds to invalid requests, such as unreadable or incomplete headers, and closes the connection. Fastify runs no
 * hooks and no error handler for them.
 * @param headers of the response
 * @param answer returns status and JSON body of the response
 * @returns `rememberRequest`, an `onRequest` hook, and `answerClientError`, Fastify's `clientErrorHandler`
 */
export function createClientErrorHandler(
  headers: Record<string, string>,
  answer: (reason: ClientErrorReason) => { status: number; body: object },
) {
  /** The last request of each connection, with its reply. */
  const last = new WeakMap<Socket, Exchange>();

  /**
   * Whether a response to the unreadable bytes was already sent, or begun: another one would be taken for the
   * response to the next request.
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
