import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorBody } from '@kinreel/contracts';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../testing/index.ts';

/**
 * The routes of section 7 of the specification and one list, with valid input; `:id` is a placeholder for an id in the
 * path.
 */
const CALLS: readonly {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  body?: 'json' | 'multipart';
  open?: true;
}[] = [
  { id: 'API-01', method: 'POST', url: '/api/user/register', body: 'json', open: true },
  { id: 'API-02', method: 'PUT', url: '/api/user/update/:id', body: 'json' },
  { id: 'API-03', method: 'GET', url: '/api/user' },
  { id: 'API-04', method: 'GET', url: '/api/search' },
  { id: 'API-05', method: 'GET', url: '/api/search/:id' },
  { id: 'API-06', method: 'GET', url: '/api/video/userVideos' },
  { id: 'API-07', method: 'GET', url: '/api/video/user/:id' },
  { id: 'API-08', method: 'GET', url: '/api/video/:id' },
  { id: 'API-09', method: 'POST', url: '/api/video/', body: 'multipart' },
  { id: 'API-10', method: 'DELETE', url: '/api/video/:id' },
  { id: 'API-11', method: 'GET', url: '/api/video/sharedwithme' },
  { id: 'API-12', method: 'GET', url: '/api/video/sharedbyme' },
  { id: 'API-13', method: 'DELETE', url: '/api/video/shared/:id' },
  { id: 'API-14', method: 'GET', url: '/api/connections/:id' },
  { id: 'API-15', method: 'POST', url: '/api/connections', body: 'json' },
  { id: 'API-16', method: 'PUT', url: '/api/connections/:id' },
  { id: 'API-17', method: 'DELETE', url: '/api/connections/:id' },
  { id: 'API-18', method: 'GET', url: '/api/permission/:id' },
  { id: 'API-19', method: 'PUT', url: '/api/permission/:id', body: 'json' },
  { id: 'API-20', method: 'GET', url: '/api/prompt', open: true },
  { id: 'API-21', method: 'PUT', url: '/api/banner/', body: 'json' },
  { id: 'API-22', method: 'PUT', url: '/api/photo/:id', body: 'multipart' },
  { id: 'API-23', method: 'POST', url: '/api/share', body: 'json' },
  { id: 'API-24', method: 'POST', url: '/api/link', body: 'json' },
  { id: 'VID-05', method: 'PUT', url: '/api/video/:id/captions', body: 'json' },
  { id: 'SHARE-06', method: 'POST', url: '/api/invitation', body: 'json' },
  { id: 'SHARE-06', method: 'DELETE', url: '/api/invitation/:id' },
  { id: 'WATCH-02', method: 'GET', url: '/api/video/:id/position' },
  { id: 'WATCH-02', method: 'PUT', url: '/api/video/:id/position', body: 'json' },
  { id: 'VID-08', method: 'GET', url: '/api/video/:id/audience' },
  { id: 'VID-08', method: 'DELETE', url: '/api/video/:id/audience/00000000-0000-7000-8000-000000000000' },
];

/** Invalid ids, and one that does not exist. */
const WRONG_IDS = [
  '1',
  'null',
  '..%2f..%2fetc',
  '%00',
  '%F0%9F%91%B5',
  "'%3bdrop table users--",
  '-1',
  `${'9'.repeat(150)}`,
  randomUUID(),
];
/** Bodies that are invalid for every route. */
const WRONG_JSON: readonly string[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '42',
  '{}',
  JSON.stringify({ __proto__: { a: 1 }, constructor: 1 }),
  JSON.stringify(Object.fromEntries(FIELDS().map((name) => [name, null]))),
  JSON.stringify(Object.fromEntries(FIELDS().map((name) => [name, { nested: [] }]))),
  JSON.stringify(Object.fromEntries(FIELDS().map((name) => [name, '\u0000']))),
  JSON.stringify(Object.fromEntries(FIELDS().map((name) => [name, '\ud800'.repeat(3)]))),
  JSON.stringify(Object.fromEntries(FIELDS().map((name) => [name, 'x'.repeat(10_000)]))),
  JSON.stringify({ padding: 'x'.repeat(1_000_000) }),
];
/** Queries that are invalid for every list. */
const WRONG_QUERIES = [
  'limit=0',
  'limit=1000',
  'limit=many',
  'cursor=%00',
  'cursor=bm90IGpzb24',
  'cursor=WzFd',
  `cursor=${Buffer.from('["2026-13-45","x"]').toString('base64url')}`,
];

/** All field names of requests in the specification. */
function FIELDS(): string[] {
  return [
    'firstName',
    'lastName',
    'city',
    'state',
    'country',
    'birthday',
    'auth0Id',
    'email',
    'password',
    'id',
    'aboutMe',
    'banner',
    'userId',
    'relationship',
    'userB',
    'permission',
    'user_id',
    'video_id',
    'message',
    'url',
    'domain',
    'expires_at',
    'version',
    'cues',
    'seconds',
  ];
}

describe('wrong input', () => {
  let server: TestServer;
  let person: TestPerson;

  beforeAll(async () => {
    server = await startTestServer();
    person = await loginAs(server);
  });
  afterAll(() => server.stop());

  /** A snapshot of all rows and all stored and staged files. */
  async function everything(): Promise<unknown> {
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' order by 1
    `.execute(server.deps.db);
    const stored: Record<string, unknown> = {};
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t order by 1`.execute(
        server.deps.db,
      );
      stored[name] = rows.map(({ row }) => row);
    }
    const { rows: jobs } = await sql`select count(*) from pgboss.job`.execute(server.deps.db);
    const files = await readdir(join(server.dataDir, 'media'), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    return {
      stored,
      jobs,
      files: files
        .filter((file) => file.isFile())
        .map((file) => file.name)
        .sort(),
    };
  }

  async function expectRejection(request: InjectOptions & { url: string }): Promise<void> {
    const response = await server.app.inject(request);
    const shown = `${request.method} ${request.url} ${String(request.payload).slice(0, 120)} -> ${response.statusCode} ${response.body.slice(0, 300)}`;
    expect(response.statusCode, shown).toBeGreaterThanOrEqual(400);
    expect(response.statusCode, shown).toBeLessThan(500);
    const body = errorBody.safeParse(response.json());
    expect(body.success, shown).toBe(true);
    // A sentence for people, without internal details.
    expect(body.data?.message, shown).toMatch(
      /^[A-Z].*[.!]$|^(Video|Photo) files only$|^Select recipient$|^Please choose a Prompt before uploading$/,
    );
    expect(response.body, shown).not.toMatch(/zod|postgres|stack|node_modules|Error:|undefined|NaN/i);
  }

  for (const call of CALLS) {
    test(`[${call.id}] ${call.method} ${call.url} rejects invalid input with plain messages and stores nothing`, async () => {
      const before = await everything();
      const request = (url: string, more: InjectOptions = {}): InjectOptions & { url: string } => ({
        ...more,
        method: call.method,
        url,
        headers: { ...person.headers, ...more.headers },
      });
      if (call.url.includes(':id')) {
        for (const wrong of WRONG_IDS) {
          // With an unknown person's id, the list of connections is empty.
          if (call.id === 'API-14' && wrong.length === 36) continue;
          const payload = call.body === 'json' ? validBody(call.id) : undefined;
          if (call.id === 'API-07' && wrong.length === 36) continue;
          await expectRejection(request(call.url.replace(':id', wrong), payload ? { payload } : {}));
        }
      }
      if (call.body === 'json') {
        for (const payload of WRONG_JSON) {
          await expectRejection(
            request(call.url.replace(':id', person.id), { payload, headers: { 'content-type': 'application/json' } }),
          );
        }
        await expectRejection(
          request(call.url.replace(':id', person.id), {
            payload: '<user/>',
            headers: { 'content-type': 'application/xml' },
          }),
        );
      }
      if (call.body === 'multipart') {
        const type = { 'content-type': 'multipart/form-data; boundary=b' };
        for (const payload of [
          '',
          '--b--\r\n',
          '--b\r\n\r\n',
          '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\nvalue\r\n--b--\r\n',
          '--b\r\ncontent-disposition: form-data; name="photo"; filename="a"\r\n\r\n--b--\r\n',
        ]) {
          await expectRejection(request(call.url.replace(':id', person.id), { payload, headers: type }));
        }
        await expectRejection(
          request(call.url.replace(':id', person.id), {
            payload: '{}',
            headers: { 'content-type': 'application/json' },
          }),
        );
        await expectRejection(
          request(call.url.replace(':id', person.id), {
            payload: 'x',
            headers: { 'content-type': 'multipart/form-data' },
          }),
        );
      }
      if (['API-04', 'API-06', 'API-07', 'API-11', 'API-12', 'API-14'].includes(call.id)) {
        for (const query of WRONG_QUERIES)
          await expectRejection(request(`${call.url.replace(':id', person.id)}?${query}`));
      }
      expect(await everything()).toEqual(before);
    });

    if (!call.open) {
      test(`[${call.id}][API-25] ${call.method} ${call.url} rejects a caller without a valid token`, async () => {
        const before = await everything();
        const [head, body] = person.token.split('.');
        const tokens = [
          '',
          'Bearer',
          'Bearer x',
          `Bearer ${head}.${body}.`,
          `Bearer ${person.token}x`,
          `Basic ${person.token}`,
          `Bearer ${unsigned(person.token)}`,
        ];
        for (const authorization of tokens) {
          const response = await server.app.inject({
            method: call.method,
            url: call.url.replace(':id', person.id),
            headers: authorization ? { authorization } : {},
          });
          expect(response.statusCode, authorization.slice(0, 20)).toBe(401);
          expect(response.json()).toMatchObject({ code: expect.stringMatching(/^session\./) });
        }
        expect(await everything()).toEqual(before);
      });
    }
  }

  /** A valid body, so that only the id is invalid. */
  function validBody(id: string): object {
    if (id === 'API-19') return { permission: 'everyone' };
    if (id === 'VID-05') return { version: null, cues: [{ start: 0, end: 1, text: 'Hello' }] };
    if (id === 'WATCH-02') return { seconds: 1 };
    return { firstName: 'A', lastName: 'B', city: 'C', country: 'D', birthday: '1950-01-01' };
  }
});

/** The same claims with the algorithm "none". */
function unsigned(token: string): string {
  return `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${token.split('.')[1]}.`;
}
