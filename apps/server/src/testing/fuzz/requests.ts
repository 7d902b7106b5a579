import { STATE_CODES } from '@kinreel/contracts';
import { accepted, accepts, anyText, type Known, rejected } from '@kinreel/fuzzing/arbitraries';
import { asTexts, queryOf, readQuery } from '@kinreel/fuzzing/sent-texts';
import type { Arbitrary } from 'fast-check';
import type { $ZodType } from 'zod/v4/core';
import { requestOf } from '../authorization/request.ts';
import { PEOPLE, ROLES, type Role } from '../authorization/roles.ts';
import type { Row } from '../authorization/rows.ts';
import type { World } from '../authorization/world.ts';
import { greyPng } from '../hostile-png.ts';
import fc from '../property.ts';

/** A registered route with its schemas. */
export interface FuzzedRoute {
  method: string;
  url: string;
  /** Its access (platform/auth/route-access.ts). */
  access: string;
  schema: {
    params?: $ZodType;
    querystring?: $ZodType;
    headers?: $ZodType;
    body?: $ZodType;
    response?: Record<string, unknown>;
    consumes?: string[];
  };
}

export interface FuzzRequest {
  by: Role;
  /** What was broken; null for a valid request. */
  broken: string | null;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: Buffer;
}

type Parts = { params?: unknown; querystring?: unknown; headers?: unknown; body?: unknown };
type PartName = keyof Parts;

const BOUNDARY = 'fuzz';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** Requests that match the route's schemas. */
export function validRequests(route: FuzzedRoute, rows: readonly Row[], world: World): Arbitrary<FuzzRequest> {
  const known = knownOf(rows, world);
  return fc
    .tuple(role, partsOf(route, known), range, form(route))
    .map(([by, parts, more, file]) => request(route, world, { by, broken: null, parts, more, file }));
}

/**
 * Requests that violate a schema of the route, have an unreadable body, or a damaged URL or token, so that every route
 * can be tested.
 */
export function brokenRequests(route: FuzzedRoute, rows: readonly Row[], world: World): Arbitrary<FuzzRequest> {
  const known = knownOf(rows, world);
  const valid = fc.tuple(role, partsOf(route, known));
  const ways: Arbitrary<FuzzRequest>[] = [
    fc.tuple(valid, fc.constantFrom('%', '%zz', '%ff', '%c0%ae', '/%00', '/nothing-here')).map(([[by, parts], end]) => {
      const damaged = request(route, world, { by, broken: 'address', parts });
      return { ...damaged, url: damaged.url.replace(/\/?(\?.*)?$/, `${end}$1`) };
    }),
  ];
  for (const name of ['params', 'querystring', 'body'] as const) {
    const schema = route.schema[name];
    if (!schema || isAnything(schema)) continue;
    const values = rejected(schema, known)
      .map((value) => (name === 'body' ? value : asTexts(value, name === 'params')))
      .filter((value) => !accepts(schema, sent(route, name, value)));
    ways.push(
      fc
        .tuple(valid, values)
        .map(([[by, parts], value]) => request(route, world, { by, broken: name, parts: { ...parts, [name]: value } })),
    );
  }
  if (route.schema.body || isForm(route)) {
    ways.push(
      fc.tuple(valid, unreadable).map(([[by, parts], { type, bytes }]) => {
        const whole = request(route, world, { by, broken: 'unreadable body', parts });
        return { ...whole, headers: { ...whole.headers, 'content-type': type }, payload: bytes };
      }),
    );
  }
  if (isForm(route)) {
    ways.push(
      fc
        .tuple(valid, brokenForm)
        .map(([[by, parts], file]) => request(route, world, { by, broken: 'form', parts, file })),
    );
  }
  if (route.access !== 'public') {
    ways.push(
      fc.tuple(valid, brokenToken).map(([[by, parts], authorization]) => {
        const whole = request(route, world, { by, broken: 'token', parts });
        return { ...whole, headers: { ...whole.headers, authorization } };
      }),
    );
  }
  return fc.oneof(...ways);
}

const role = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Role>('owner') },
  { weight: 6, arbitrary: fc.constantFrom<Role>(...PEOPLE) },
  { weight: 2, arbitrary: fc.constantFrom<Role>(...ROLES) },
);

/** Headers that any client may send, and no schema contains. */
const range = fc.record(
  {
    range: fc.constantFrom(
      'bytes=0-3',
      'bytes=-2',
      'bytes=5-',
      'bytes=9-1',
      'bytes=0-0,2-3',
      'bytes=99999999999999999999-',
      'x',
    ),
    'if-none-match': fc.constantFrom('*', '"a"', 'W/"a"', '""', 'a,b'),
    'accept-encoding': fc.constantFrom('gzip', 'identity;q=0', '*;q=0'),
    accept: fc.constantFrom('text/html', '*/*', 'x'),
  },
  { requiredKeys: [] },
);

const brokenToken = fc.oneof(
  fc.constantFrom(
    'Bearer',
    'Bearer ',
    'Bearer a.b.c',
    'Basic YTpi',
    'bearer null',
    'Bearer e30.e30.',
    'Bearer eyJhbGciOiJub25lIn0.e30.',
  ),
  fc.base64String({ maxLength: 80 }).map((text) => `Bearer ${text}`),
);

const unreadable = fc.oneof(
  fc
    .constantFrom(
      '{',
      '[1',
      '{"a":1,}',
      'undefined',
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{"a":1}}}',
      '\ufeff{}x',
      `${'['.repeat(20_000)}`,
    )
    .map((text) => ({ type: 'application/json', bytes: Buffer.from(text) })),
  fc
    .uint8Array({ minLength: 1, maxLength: 60 })
    .map((bytes) => ({ type: 'application/json', bytes: Buffer.concat([Buffer.from('{"a":'), bytes]) })),
  fc.constant({ type: 'application/json', bytes: Buffer.alloc(3 * 1024 ** 2, ' ') }),
  fc
    .constantFrom(
      'text/plain',
      'application/xml',
      'multipart/form-data',
      'x',
      'application/jsonx',
      'application/json/x',
    )
    .map((type) => ({ type, bytes: Buffer.from('{}') })),
);

/** Existing values: ids of everything in the world, and values in the rows of the authorization matrix. */
function knownOf(rows: readonly Row[], world: World): Known {
  const fields: Record<string, unknown[]> = {};
  const add = (name: string, value: unknown) => {
    fields[name] = [...(fields[name] ?? []), value];
  };
  for (const row of rows) {
    for (const video of world.videos) {
      const { url, payload, headers } = requestOf(row, world, video);
      const [path = '', query = ''] = url.split('?');
      const names = (row.route.split(' ')[1] ?? '').split('/');
      path.split('/').forEach((text, at) => {
        const name = /^:(\w+)/.exec(names[at] ?? '')?.[1];
        if (name) add(name, decodeURIComponent(text.replace(/\.(m3u8|mp4)$/, '')));
      });
      for (const [name, value] of new URLSearchParams(query)) add(name, value);
      if (payload && !Buffer.isBuffer(payload)) for (const [name, value] of Object.entries(payload)) add(name, value);
      for (const [name, value] of Object.entries(headers)) add(name, value);
    }
  }
  const { videos, ids, connections, uploadId, photoVersion } = world;
  const ofVideos = videos.flatMap((video) => [
    video.id,
    video.failedId,
    video.link.id,
    video.invitation.id,
    video.captionsVersion,
  ]);
  return {
    ids: [...Object.values(ids), ...ofVideos, ...Object.values(connections), uploadId, photoVersion],
    fields: {
      ...fields,
      state: ['', ...STATE_CODES.slice(0, 5)],
      birthday: ['1944-03-09', '2000-02-29', '1875-01-01'],
      prompt: [1, '26', 2_147_483_647],
      cues: [
        [{ start: 0, end: 1, text: 'Hello' }],
        Array.from({ length: 1_000 }, (_, i) => ({ start: i, end: i + 1, text: '👩‍👩‍👧' })),
      ],
    },
  };
}

/** Valid values of each part, as they are sent. */
function partsOf({ schema, url, method }: FuzzedRoute, known: Known): Arbitrary<Parts> {
  const parts: Record<string, Arbitrary<unknown>> = {};
  for (const name of ['params', 'querystring', 'headers'] as const) {
    const part = schema[name];
    if (!part) continue;
    parts[name] = accepted(part, known)
      .map((value) => asTexts(value, name === 'params'))
      .filter((value) => accepts(part, value));
  }
  if (!schema.params && url.includes('/:'))
    parts.params = fc.record({ code: fc.oneof(codes(known), anyText) }).map((value) => asTexts(value, true));
  if (schema.body && !isAnything(schema.body)) parts.body = accepted(schema.body, known);
  else if (method === 'PATCH') parts.body = fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes));
  return fc.record(parts);
}

const codes = (known: Known) => fc.constantFrom(...((known.fields?.code as string[] | undefined) ?? ['none']));

/** The value of an invalid part as the server's schema sees it. */
function sent(route: FuzzedRoute, name: PartName, value: unknown): unknown {
  if (name === 'querystring') return readQuery(queryOf(value));
  if (name === 'params') return paramsOf(route, value);
  if (isUrlEncoded(route)) return readQuery(queryOf(asTexts(value, false)));
  const json = JSON.stringify(value);
  return json === undefined ? undefined : JSON.parse(json);
}

/** A segment for each path parameter, also if the value has none. */
function paramsOf({ url }: FuzzedRoute, value: unknown): Record<string, string> {
  const given = (value ?? {}) as Record<string, string>;
  return Object.fromEntries([...url.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, given[name] ?? '\u0001']));
}

interface Draft {
  by: Role;
  broken: string | null;
  parts: Parts;
  more?: object;
  file?: Buffer | null;
}

function request(route: FuzzedRoute, world: World, { by, broken, parts, more, file }: Draft): FuzzRequest {
  const params = paramsOf(route, parts.params);
  const path = route.url.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const query = queryOf(parts.querystring);
  const headers: Record<string, string> = { ...(more as Record<string, string>) };
  for (const [name, value] of Object.entries((parts.headers ?? {}) as Record<string, string>)) headers[name] = value;
  const base = { by, broken, method: route.method, url: query ? `${path}?${query}` : path };
  Object.assign(headers, world.headers(by));
  if (file) return { ...base, headers: { ...headers, 'content-type': MULTIPART }, payload: file };
  const { body } = parts;
  if (body === undefined) return { ...base, headers };
  if (Buffer.isBuffer(body)) {
    return { ...base, headers: { ...headers, 'content-type': 'application/offset+octet-stream' }, payload: body };
  }
  if (isUrlEncoded(route)) {
    const type = 'application/x-www-form-urlencoded';
    return {
      ...base,
      headers: { ...headers, 'content-type': type },
      payload: Buffer.from(queryOf(asTexts(body, false))),
    };
  }
  return {
    ...base,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: Buffer.from(JSON.stringify(body)),
  };
}

const isUrlEncoded = ({ schema }: FuzzedRoute) =>
  schema.consumes?.includes('application/x-www-form-urlencoded') ?? false;
const isForm = ({ schema }: FuzzedRoute) => schema.consumes?.includes('multipart/form-data') ?? false;
const isAnything = (schema: $ZodType) => (schema._zod.def as { type: string }).type === 'any';

/** Forms with a file, for routes that accept one; null for others. */
function form(route: FuzzedRoute): Arbitrary<Buffer | null> {
  if (!isForm(route)) return fc.constant(null);
  const field = route.url.includes('photo') ? 'photo' : 'video';
  const files = fc.oneof(
    fc.constantFrom(PNG, Buffer.from('Dear all,'), Buffer.alloc(0)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  );
  return fc.tuple(fc.constantFrom('1', '26', ''), anyText, files).map(([prompt, name, file]) =>
    formOf([
      { head: 'name="prompt"', bytes: Buffer.from(prompt) },
      { head: `name="${field}"; filename="${name.replaceAll(/[\r\n"]/g, '')}"`, bytes: file },
    ]),
  );
}

const PNG = greyPng(16, 16);

/** Unreadable forms, or forms without their file. */
const brokenForm: Arbitrary<Buffer> = fc.oneof(
  fc.constantFrom(
    Buffer.alloc(0),
    Buffer.from('--fuzz'),
    Buffer.from('--fuzz--\r\n'),
    Buffer.from('--other\r\n\r\nx\r\n--other--\r\n'),
  ),
  fc.constant(formOf([{ head: 'name="prompt"', bytes: Buffer.from('1') }])),
  fc.constant(formOf(Array.from({ length: 40 }, (_, at) => ({ head: `name="f${at}"`, bytes: Buffer.from('x') })))),
  fc.nat(80).map((length) => formOf([{ head: 'name="photo"; filename="a"', bytes: PNG }]).subarray(0, length)),
  anyText.map((name) => formOf([{ head: `name="${name.replaceAll(/[\r\n"]/g, '')}x"; filename="x"`, bytes: PNG }])),
);

function formOf(parts: readonly { head: string; bytes: Buffer }[]): Buffer {
  const chunks = parts.flatMap(({ head, bytes }) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}
