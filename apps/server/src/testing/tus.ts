import { createHash } from 'node:crypto';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

/** A response to a tus request. */
export interface TusResponse {
  status: number;
  headers: Headers;
  /** Null if there is no JSON body. */
  body: { code?: string; message?: string } | null;
}

/** A minimal tus client for resumable uploads. */
export interface TusSender {
  create(
    size: number | string,
    metadata?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<TusResponse>;
  /** Creates an upload. @returns its id */
  begin(size: number, metadata?: Record<string, string>): Promise<string>;
  head(id: string): Promise<TusResponse>;
  /** Number of bytes the server has received. */
  offset(id: string): Promise<number>;
  patch(id: string, offset: number, bytes: Buffer, headers?: Record<string, string>): Promise<TusResponse>;
  /** Starts a PATCH whose body the test writes itself. `response` rejects if the connection is lost. */
  open(
    id: string,
    offset: number,
    length: number,
    headers?: Record<string, string>,
  ): { request: ClientRequest; response: Promise<IncomingMessage> };
  remove(id: string): Promise<TusResponse>;
  publish(
    id: string,
    body: object,
  ): Promise<{ status: number; body: { id?: string; code?: string; message?: string } }>;
  list(): Promise<{ id: string; offset: number }[]>;
}

const BYTES = 'application/offset+octet-stream';

/** @param root where it sends to */
export function tusSender(origin: string, authorization: object, root = '/files'): TusSender {
  const own = { ...authorization, 'tus-resumable': '1.0.0' };
  async function call(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Buffer,
  ): Promise<TusResponse> {
    const response = await fetch(new URL(path, origin), {
      method,
      headers: { ...own, ...headers },
      body: body && new Uint8Array(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
  }
  const sender: TusSender = {
    create(size, metadata = { filename: 'Oma erzählt.mp4', filetype: 'video/mp4' }, headers = {}) {
      const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
      return call('POST', `${root}/`, {
        'upload-length': String(size),
        'upload-metadata': pairs.join(','),
        ...headers,
      });
    },
    async begin(size, metadata) {
      const { status, headers, body } = await sender.create(size, metadata);
      if (status !== 201) throw new Error(`create: ${status} ${body?.code}`);
      return headers.get('location')?.split('/').pop() ?? '';
    },
    head: (id) => call('HEAD', `${root}/${id}`, {}),
    async offset(id) {
      const { status, headers } = await sender.head(id);
      if (status !== 200) throw new Error(`head: ${status}`);
      return Number(headers.get('upload-offset'));
    },
    patch: (id, offset, bytes, headers = {}) =>
      call('PATCH', `${root}/${id}`, { 'content-type': BYTES, 'upload-offset': String(offset), ...headers }, bytes),
    open(id, offset, length, headers = {}) {
      const patchRequest = request(new URL(`${root}/${id}`, origin), {
        method: 'PATCH',
        headers: { ...own, 'content-type': BYTES, 'upload-offset': offset, 'content-length': length, ...headers },
      });
      const response = new Promise<IncomingMessage>((resolve, reject) => {
        patchRequest.on('response', (message) => resolve(message.resume()));
        patchRequest.on('error', reject);
      });
      // Tests that close the connection ignore it.
      response.catch(() => {});
      return { request: patchRequest, response };
    },
    remove: (id) => call('DELETE', `${root}/${id}`, {}),
    async publish(id, body) {
      const response = await fetch(new URL(`/api/uploads/${id}/publish`, origin), {
        method: 'POST',
        headers: { ...authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as object };
    },
    async list() {
      const response = await fetch(new URL('/api/uploads', origin), { headers: { ...authorization } });
      return (await response.json()) as { id: string; offset: number }[];
    },
  };
  return sender;
}

/** SHA-256 in lower-case hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
