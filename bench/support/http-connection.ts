import { connect, type Socket } from 'node:net';

/**
 * The load generator: one connection that sends GET requests one after another and counts the bytes of the responses.
 * It reads into one buffer and does not copy bodies, because common clients spend more time on a body than nginx does.
 * Responses must have a Content-Length; those of Kinreel all have one.
 */

export interface Response {
  status: number;
  /** Length of the body. */
  bytes: number;
  /** Milliseconds from the request to the first byte of the response. */
  firstByte: number;
}

const READ_BYTES = 256 * 1024;
const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** The bytes of a GET request. Build them once and reuse them. */
export function getRequest(path: string, headers: Record<string, string> = {}): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`);
}

export class HttpConnection {
  readonly #socket: Socket;
  #waiting: { resolve: (response: Response) => void; reject: (error: Error) => void } | null = null;
  #head: Buffer | null = null;
  #sentAt = 0;
  #firstByte = 0;
  #status = 0;
  #length = 0;
  /** Remaining bytes of the body; -1 until the head is complete. */
  #missing = -1;

  static open(origin: string): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(origin);
      const connection: HttpConnection = new HttpConnection(hostname, Number(port), () => resolve(connection), reject);
    });
  }

  private constructor(host: string, port: number, onOpen: () => void, onError: (error: Error) => void) {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    this.#socket = connect({
      host,
      port,
      noDelay: true,
      onread: {
        buffer,
        callback: (length) => {
          this.#read(buffer.subarray(0, length));
          return true;
        },
      },
    });
    this.#socket.once('connect', onOpen);
    this.#socket.on('error', (error) => {
      onError(error);
      this.#fail(error);
    });
    this.#socket.on('close', () => this.#fail(new Error('The server closed the connection')));
  }

  /** Sends a request of getRequest() and waits until the response is complete. */
  get(request: Buffer): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#missing = -1;
      this.#head = null;
      this.#firstByte = 0;
      this.#sentAt = performance.now();
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    if (this.#missing >= 0) {
      this.#countBody(bytes.length);
      return;
    }
    if (this.#firstByte === 0) this.#firstByte = performance.now() - this.#sentAt;
    const head: Buffer = this.#head ? Buffer.concat([this.#head, bytes]) : bytes;
    const end = head.indexOf(END_OF_HEAD);
    if (end < 0) {
      // Copied: the buffer is reused for the next bytes.
      this.#head = Buffer.from(head);
      return;
    }
    const text = head.toString('latin1', 0, end);
    this.#status = Number(text.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
    if (length === undefined) {
      this.#fail(new Error(`A response without Content-Length: ${text}`));
      return;
    }
    this.#length = Number(length);
    this.#missing = this.#length;
    this.#countBody(head.length - end - END_OF_HEAD.length);
  }

  #countBody(bytes: number): void {
    this.#missing -= bytes;
    if (this.#missing > 0) return;
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve({ status: this.#status, bytes: this.#length, firstByte: this.#firstByte });
  }

  #fail(error: Error): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(error);
  }
}

/** Opens connections to a server. */
export function openConnections(origin: string, count: number): Promise<HttpConnection[]> {
  return Promise.all(Array.from({ length: count }, () => HttpConnection.open(origin)));
}

/** Sends a request. @throws Error unless it succeeds */
export async function getOk(connection: HttpConnection, request: Buffer): Promise<Response> {
  const response = await connection.get(request);
  if (response.status < 200 || response.status >= 300) {
    throw new Error(`${request.toString('latin1', 0, 200).split('\r\n')[0]}: ${response.status}`);
  }
  return response;
}
