import { once } from 'node:events';
import { connect } from 'node:net';
import fc, { type Arbitrary } from 'fast-check';

/** Malformed requests, byte by byte, to check that a server's parser and guards interpret them in the same way. */

export interface RawRequest {
  bytes: Buffer;
  /** The second request, smuggled inside the first: it must never be answered. */
  hidden: string;
}

/** One response on a connection. */
export interface RawAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Without a body, as Node.js itself responds to a missing Host or an unknown Expect. */
  isEmpty: boolean;
}

export interface RawTargets {
  /** Paths of the server, some of them protected. */
  paths: readonly string[];
  /** The `Host` of the server. */
  host: string;
  /** A request that succeeds if the server parses it, without its final line break. */
  hidden: string;
}

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'M-SEARCH',
  'PURGE',
  'get',
  'G ET',
  'GETT',
  'FOO',
  'PRI',
  '',
];
const VERSIONS = [
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/9.9',
  'http/1.1',
  'HTTP/1',
  '',
  'HTTP/1.1 x',
];
const LINE_ENDS = ['\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '\r\r\n', '\n\r'];

/** Spellings of a path that a guard may interpret differently than the router. */
const SPELLINGS: ((path: string, host: string) => string)[] = [
  (path) => path,
  (path) => path,
  (path, host) => `http://${host}${path}`,
  (path) => `http://elsewhere.example${path}`,
  (path) => `HTTP://user:pass@elsewhere.example:99999${path}`,
  (path) => `//elsewhere.example${path}`,
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`),
  (path) => path.replace(/\/(?=[^/]*$)/, '%2f'),
  (path) => path.replace(/\/(?=[^/]*$)/, '\\'),
  (path) => path.replace(/\/(?=[^/]*$)/, '/./'),
  (path) => `/x/..${path}`,
  (path) => `/health/live/../..${path}`,
  (path) => `/%2e%2e${path}`,
  (path) => `${path};a=b`,
  (path) => `${path}%00`,
  (path) => `${path}%`,
  (path) => `${path}\u00e9`,
  (path) => `${path}?${'a'.repeat(20_000)}`,
  (path) => path + '/x'.repeat(3_000),
  (path) => `${path}?a=1&a=2&a[]=3&a[b]=4&__proto__[x]=1`,
  (path) => `${path}#fragment`,
  (path) => path.toUpperCase(),
  (path) => path.slice(1),
  () => '*',
  () => '',
];

/** Header lines that parsers have interpreted differently. */
const HEADERS = [
  'X: \u0000',
  'X: a\rb',
  'X\t: b',
  'X : b',
  ' X: b',
  'X',
  ': b',
  'X:',
  'X: a\r\n folded',
  'X: a\r\n\tfolded',
  'X: é',
  `X: ${'a'.repeat(20_000)}`,
  'Host: elsewhere.example',
  'Host:',
  'Host: a, b',
  'Host: [::1',
  'Host: elsewhere.example@localhost',
  'X-Forwarded-For: 127.0.0.1',
  'X-Forwarded-Host: elsewhere.example',
  'X-Forwarded-Proto: https',
  'X-Original-URL: /health/live',
  'X-Rewrite-URL: /health/live',
  'X-HTTP-Method-Override: GET',
  'Forwarded: for=127.0.0.1',
  'Expect: 100-continue',
  'Expect: something',
  'Connection: close',
  'Connection: authorization',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  'Upgrade: h2c',
  'Range: bytes=0-,0-,0-,0-',
  'Content-Type: application/json; charset=utf-7',
  'Content-Type: multipart/form-data',
  'Content-Encoding: gzip',
  'Accept: */*;q=1e9',
  'Authorization: Bearer',
  'Authorization: Bearer a.b.c',
  'Authorization:\r\n Bearer a.b.c',
  'Cookie: kinreel_media=a; kinreel_media=b',
  'Cookie: __proto__=1',
  'If-None-Match: *',
  'Trailer: X',
] as const;

/** Ambiguous body lengths. Each hides the second request in what may be parsed as the body of the first. */
const FRAMINGS: ((hidden: string) => string)[] = [
  () => '\r\n',
  (hidden) => `Content-Length: ${hidden.length}\r\n\r\n${hidden}`,
  (hidden) => `Transfer-Encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  (hidden) => `Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  (hidden) =>
    `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  (hidden) => `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  (hidden) => `Content-Length: ${hidden.length}\r\nContent-Length: 0\r\n\r\n${hidden}`,
  (hidden) => `Content-Length: 0, ${hidden.length}\r\n\r\n${hidden}`,
  (hidden) => `Content-Length: +0\r\n\r\n${hidden}`,
  (hidden) => `Content-Length: -1\r\n\r\n${hidden}`,
  (hidden) => `Content-Length: 0x0\r\n\r\n${hidden}`,
  (hidden) => `Content-Length: 0 0\r\n\r\n${hidden}`,
  (hidden) => `Content-Length: 99999999999999999999\r\n\r\n${hidden}`,
  (hidden) => `Content-Length : 0\r\n\r\n${hidden}`,
  (hidden) => `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
  (hidden) => `Transfer-Encoding: identity\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  (hidden) => `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
  (hidden) => `Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n${hidden}`,
  (hidden) => `Transfer-Encoding:\r\n chunked\r\nContent-Length: ${hidden.length + 5}\r\n\r\n0\r\n\r\n${hidden}`,
  (hidden) => `Transfer-Encoding : chunked\r\nContent-Length: ${hidden.length + 5}\r\n\r\n0\r\n\r\n${hidden}`,
  (hidden) => `X: y\nTransfer-Encoding: chunked\r\nContent-Length: ${hidden.length + 5}\r\n\r\n0\r\n\r\n${hidden}`,
  (hidden) => `Transfer-Encoding: chunked\r\n\r\n5\nhello\n0\n\n${hidden}`,
  (hidden) => `Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${hidden}`,
  (hidden) => `Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${hidden}`,
  (hidden) => `Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${hidden}`,
  (hidden) => `Transfer-Encoding: chunked\r\n\r\n${hidden.length.toString(16)};a=\n0\r\n\r\n\r\n${hidden}`,
  (hidden) => `Transfer-Encoding: chunked\r\n\r\n1\r\nxx\r\n0\r\n\r\n${hidden}`,
];

/** One request and, if its length is ambiguous, a smuggled one. */
export function rawRequests({ paths, host, hidden }: RawTargets): Arbitrary<RawRequest> {
  const second = `${hidden}\r\n\r\n`;
  const usual = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE');
  return fc
    .record({
      method: fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...METHODS) }),
      path: fc.constantFrom(...paths),
      spell: fc.constantFrom(...SPELLINGS.keys()),
      version: fc.constantFrom(...VERSIONS),
      ends: fc.oneof(
        { weight: 4, arbitrary: fc.constant('\r\n') },
        { weight: 1, arbitrary: fc.constantFrom(...LINE_ENDS) },
      ),
      lines: fc.array(fc.constantFrom(...HEADERS), { maxLength: 3 }),
      hasHost: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
      framing: fc.constantFrom(...FRAMINGS.keys()),
    })
    .map(({ method, path, spell, version, ends, lines, hasHost, framing }) => {
      const target = SPELLINGS[spell]?.(path, host);
      const head = [`${method} ${target} ${version}`, ...(hasHost ? [`Host: ${host}`] : []), ...lines];
      const text = head.map((line) => line + ends).join('') + FRAMINGS[framing]?.(second);
      return { bytes: Buffer.from(text, 'latin1'), hidden: second };
    });
}

/** How long to wait for the first response, and for another one after it, in milliseconds. */
const FIRST_ANSWER_MS = 1_000;
const NEXT_ANSWER_MS = 250;

/**
 * Time limit for the response to a valid request, and for closing a connection after the client has finished, in
 * milliseconds.
 */
export const PATIENCE_MS = 60_000;

/** Maximum number of open connections. */
const AT_ONCE = 50;

/** Sends each request on its own connection. @returns the problems found by `check` */
export async function tryRequests(
  port: number,
  requests: readonly RawRequest[],
  check: (answers: RawAnswer[], text: string) => string | null,
): Promise<string[]> {
  const problems: string[] = [];
  const left = [...requests];
  const worker = async () => {
    for (let request = left.pop(); request; request = left.pop()) {
      const { answers, text } = await exchange(port, request.bytes);
      const problem = check(answers, text);
      if (problem) problems.push(`${problem}\n${shown(request)}\n${text.slice(0, 1_500)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return problems;
}

/** Removes the hidden request's token. */
function shown({ bytes, hidden }: RawRequest): string {
  const [token = ''] = /Bearer \S+/.exec(hidden) ?? [];
  return JSON.stringify(bytes.toString('latin1').replaceAll(token, '<token>').slice(0, 1_500));
}

/**
 * Sends the bytes on a new connection, waits for responses, ends the sending side, and reads until the server closes
 * it.
 * @param firstAnswerMs how long to wait for the first response, in milliseconds: long if one is expected
 * @throws Error if the server does not close the connection
 */
export async function exchange(
  port: number,
  bytes: Buffer,
  firstAnswerMs = FIRST_ANSWER_MS,
): Promise<{ answers: RawAnswer[]; text: string }> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    socket.destroy();
  }, firstAnswerMs + PATIENCE_MS);
  // Ending the sending side too early would prevent the response.
  let quiet = setTimeout(() => socket.end(), firstAnswerMs);
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    clearTimeout(quiet);
    quiet = setTimeout(() => socket.end(), NEXT_ANSWER_MS);
  });
  // A server may reset the connection while the client is still sending.
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  clearTimeout(quiet);
  clearTimeout(late);
  if (isLate) throw new Error('The server did not close the connection.');
  const text = Buffer.concat(chunks).toString('latin1');
  return { answers: answersIn(text), text };
}

function answersIn(text: string): RawAnswer[] {
  // No response body contains such a line.
  const heads = [...text.matchAll(/HTTP\/1\.[01] (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/g)];
  return heads
    .map((match) => {
      const [head, status, lines = ''] = match;
      const headers: Record<string, string> = Object.fromEntries(
        lines
          .split('\r\n')
          .filter(Boolean)
          .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      );
      const body = text.slice(match.index + head.length);
      return { status: Number(status), headers, isEmpty: body === '' || body.startsWith('0\r\n') };
    })
    .filter(({ status }) => status >= 200);
}

/** Checks the responses to a raw request, of which there may be at most one. @returns a problem, or null */
export function problemOfAnswers(answers: readonly RawAnswer[]): string | null {
  if (answers.length > 1) return `${answers.length} responses to one request`;
  for (const { status, headers, isEmpty } of answers) {
    if (status >= 500) return 'a server error';
    if (status >= 400 && isEmpty) continue;
    if (!headers['cache-control']) return 'a response without Cache-Control';
    if (headers['x-content-type-options'] !== 'nosniff') return 'a response without nosniff';
    if (!headers['content-security-policy']) return 'a response without Content-Security-Policy';
  }
  return null;
}
