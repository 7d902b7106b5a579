import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOwner } from '../features/site-owners/site-owners.service.ts';
import { DomainError } from '../platform/http/errors.ts';
import { decodeCursor, decodeTimeCursor, encodeCursor } from '../platform/http/paging.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../testing/index.ts';
import { nextPage, readPages } from '../testing/pages.ts';
import { storedVideo } from '../testing/stored-video.ts';
import { FEATURE_ROUTES } from './routes.ts';

let server: TestServer;
let owner: TestPerson;
let friend: TestPerson;
let videoId: string;

/** Every paged list, with two or more entries for the owner: route and URL. */
let lists: Record<string, string>;

const LISTS = [
  '/api/activity',
  '/api/admin/activity',
  '/api/admin/people',
  '/api/blocks',
  '/api/connections/:userId',
  '/api/notifications',
  '/api/search',
  '/api/share/:videoId',
  '/api/video/:id/audience',
  '/api/video/:id/notes',
  '/api/video/sharedbyme',
  '/api/video/sharedwithme',
  '/api/video/user/:userId',
  '/api/video/userVideos',
] as const;

beforeAll(async () => {
  server = await startTestServer();
  const others = await Promise.all([loginAs(server), loginAs(server), loginAs(server)]);
  owner = await loginAs(server);
  await makeOwner(server.deps.db, owner.email);
  [friend] = others as [TestPerson, ...TestPerson[]];
  const share = (from: TestPerson, video: string, to: TestPerson[]) =>
    server.app.inject({
      method: 'POST',
      url: '/api/share',
      headers: from.headers,
      payload: { video_id: video, user_id: to.map(({ id }) => id) },
    });
  for (const other of others) await connect(server, owner, other, 'friend');
  for (const other of others) {
    const video = await storedVideo(server, other.id);
    expect((await share(other, video, [owner])).statusCode).toBe(200);
    videoId = await storedVideo(server, owner.id);
    expect((await share(owner, videoId, others)).statusCode).toBe(200);
  }
  for (const { headers } of others) {
    const url = `/api/video/${videoId}/notes`;
    const answer = await server.app.inject({ method: 'POST', url, headers, payload: { text: 'Hello' } });
    expect(answer.statusCode).toBe(201);
  }
  for (const stranger of await Promise.all([loginAs(server), loginAs(server), loginAs(server)])) {
    await server.app.inject({ method: 'PUT', url: `/api/blocks/${stranger.id}`, headers: owner.headers });
  }
  for (const disabled of [true, false]) {
    const url = `/api/admin/people/${friend.id}`;
    await server.app.inject({ method: 'PUT', url, headers: owner.headers, payload: { disabled } });
  }
  lists = Object.fromEntries(
    LISTS.map((route) => [route, route.replace(':userId', owner.id).replace(/:(videoId|id)/, videoId)]),
  );
});
afterAll(() => server?.stop());

const get = (person: TestPerson, path: string, cursor?: string) =>
  server.app.inject({
    url: `${path}?limit=1${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    headers: person.headers,
  });

/** The cursor in the Link header of a response; null on the last page. */
function nextCursor(answer: Awaited<ReturnType<typeof get>>): string | null {
  const url = nextPage(answer);
  return url ? new URL(url, 'http://localhost').searchParams.get('cursor') : null;
}

async function firstCursor(path: string): Promise<string> {
  const answer = await get(owner, path);
  expect(answer.statusCode, path).toBe(200);
  return nextCursor(answer) ?? '';
}

test('the table contains every paged list', async () => {
  const paged = new Set<string>();
  const app = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  app.addHook('onRoute', ({ url, schema }) => {
    const query = schema?.querystring as { shape?: object } | undefined;
    if (query?.shape && 'cursor' in query.shape) paged.add(url);
  });
  for (const feature of FEATURE_ROUTES) await app.register(feature(server.deps));
  await app.close();
  expect([...paged].sort()).toEqual([...LISTS]);
});

describe.each(LISTS)('[API-26] %s', (route) => {
  test('reaches the end with its own cursors, without duplicates', async () => {
    const path = lists[route] ?? '';
    const seen: string[] = [];
    const { headers } = owner;
    for await (const page of readPages(`${path}?limit=1`, (url) => server.app.inject({ url, headers }))) {
      const body = page.json();
      const rows: object[] = body.people ?? body.notes ?? body;
      expect(rows).toHaveLength(1);
      seen.push(...rows.map((row) => JSON.stringify(row)));
    }
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('rejects every cursor that is not exactly one it gave to this person', async () => {
    const path = lists[route] ?? '';
    const good = await firstCursor(path);
    const id = '0192f0a0-0000-7000-8000-000000000001';
    const at = ['2026-11-22T10:00:00.000000Z', '2026-11-22T10:00:00+16:00', '9999-12-31T23:59:59-23:59', 'infinity'];
    const forged = at.flatMap((time) => [
      [time, id],
      [0, time, id],
      [1, time, id],
    ]);
    const wrong = [
      ...forged.map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url')),
      ...forged.map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url') + good.slice(-22)),
      Buffer.from(JSON.stringify([0, 'a', 'b', id])).toString('base64url'),
      '',
      good.slice(0, -22),
      good.slice(0, -1),
      `${good}=`,
      `${good}A`,
      ` ${good}`,
      `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`,
      `${good[0] === 'W' ? 'X' : 'W'}${good.slice(1)}`,
      good.toLowerCase(),
      // The same list of another person, and another list of the same person.
      await (async () => nextCursor(await get(friend, route.includes(':') ? '/api/search' : path)) ?? 'none')(),
      await firstCursor(lists[LISTS[(LISTS.indexOf(route) + 1) % LISTS.length] ?? ''] ?? ''),
    ];
    for (const cursor of wrong) {
      const answer = await get(owner, path, cursor);
      expect(answer.statusCode, cursor).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'request.invalid', fields: { cursor: expect.any(String) } });
    }
    const twice = await server.app.inject({ url: `${path}?cursor=${good}&cursor=${good}`, headers: owner.headers });
    expect(twice.statusCode).toBe(400);
    expect((await get(owner, path, good)).statusCode).toBe(200);
  });
});

test('[API-26] a cursor with other content is rejected even if the signature would match', () => {
  const id = '0192f0a0-0000-7000-8000-000000000001';
  const at = '2026-11-22T10:00:00.123456Z';
  expect(decodeTimeCursor(undefined)).toBeNull();
  expect(decodeTimeCursor(encodeCursor([at, id]))).toEqual({ at, id });
  expect(decodeCursor(encodeCursor([1, '', at]), 3)).toEqual([1, '', at]);
  const times = ['2026-02-30T10:00:00.123456Z', '0026-11-22T10:00:00.123456Z', `x${at}`, `${at}x`, '', 1];
  for (const parts of [...times.map((time) => [time, id]), [at, 1], [at, 'x'], [at], [at, id, id], [at, `${id}\0`]]) {
    expect(() => decodeTimeCursor(encodeCursor(parts)), String(parts)).toThrow(DomainError);
  }
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const cursor of [encoded([at, 1.5]), encoded([at, null]), encoded({ 0: at, 1: 1, length: 2 }), 'x', '']) {
    expect(() => decodeCursor(cursor, 2), cursor).toThrow(DomainError);
  }
  expect(() => decodeCursor(`${encodeCursor([at, 'a\0'])}`, 2)).toThrow(DomainError);
  expect(() => decodeCursor(`${encodeCursor([at, 1])}=`, 2)).toThrow(DomainError);
});

test('[API-26] routes without pages ignore a cursor', async () => {
  expect((await get(owner, '/api/user', 'anything')).statusCode).toBe(200);
});

test('[HEAD-03] a cursor with the longest name works', async () => {
  // Characters of four bytes.
  const firstName = String.fromCodePoint(...Array.from({ length: 50 }, () => 0x1_0400));
  for (let n = 0; n < 2; n += 1) await loginAs(server, { firstName, lastName: firstName });
  const first = await server.app.inject({
    url: `/api/search?limit=1&q=${encodeURIComponent(firstName.slice(0, 4))}`,
    headers: owner.headers,
  });
  const cursor = nextCursor(first);
  expect(cursor?.length).toBeGreaterThan(200);
  const second = await server.app.inject({
    url: nextPage(first) ?? '',
    headers: owner.headers,
  });
  expect(second.statusCode).toBe(200);
  expect(second.json()).toHaveLength(1);
});
