import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect, loginAs, signUp, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { DomainError } from '../http/errors.ts';
import { newId } from '../ids.ts';
import { createCallers } from './callers.ts';
import {
  bearerToken,
  callerId,
  callerToken,
  createMediaCookie,
  guardRoutes,
  MEDIA_COOKIE,
  signMediaCookie,
} from './route-access.ts';
import { storeSessionEnd } from './session-ends.ts';

const ANOTHER_ID = '0192f0a0-0000-7000-8000-000000000001';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

test('[API-25] a token gives no access to the profile of the same subject at another provider', async () => {
  const other = await loginAs(server);
  const account = await signUp();
  await server.deps.db
    .updateTable('users')
    .set({ provider: 'https://another.example/', subject: account.auth0Id })
    .where('id', '=', other.id)
    .execute();
  const answer = await server.app.inject({ url: '/api/user', headers: account.headers });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'profile.missing']);
});

describe('a route', () => {
  // Long enough for HS512 too.
  const mediaKey = Buffer.alloc(64, 1);
  const watched: unknown[] = [];
  const signs: string[] = [];
  let app: FastifyInstance;
  let person: TestPerson;
  let withoutProfile: Record<string, string>;
  beforeAll(async () => {
    const { db, identity } = server.deps;
    app = Fastify();
    await app.register(cookie);
    app.setErrorHandler((error, _request, reply) =>
      reply.status(error instanceof DomainError ? 403 : 500).send((error as DomainError).code ?? String(error)),
    );
    const openResponses = { watch: (_response: unknown, session: unknown) => watched.push(session), close: () => {} };
    guardRoutes(app, { db, identity, mediaKey, openResponses, onSignOfLife: async (id) => void signs.push(id) });
    for (const url of ['/api', '/api/forgotten', '/files/forgotten', '/media/forgotten', '/apis', '/x/api/forgotten']) {
      app.get(url, async (request) => request.caller?.userId ?? 'nobody');
    }
    for (const access of ['user', 'token', 'media', 'public', 'leaving', 'site-owner'] as const) {
      app.get(`/${access}`, { config: { access } }, async (request) => request.caller?.userId ?? 'nobody');
    }
    app.get('/api/open', { config: { access: 'public' } }, async () => 'open');
    app.get('/caller-of-public', async (request) => callerId(request));
    app.get('/token-of-public', async (request) => callerToken(request).token);
    app.get('/token-of-media', { config: { access: 'media' } }, async (request) => callerToken(request).token);
    app.get('/caller-of-token', { config: { access: 'token' } }, async (request) => callerId(request));
    await app.ready();
    person = await loginAs(server);
    withoutProfile = (await signUp()).headers;
  });
  afterAll(() => app?.close());
  const get = async (url: string, headers: Record<string, string> = {}) => (await app.inject({ url, headers })).body;

  test('[API-25] without a setting is closed below /api, /files and /media', async () => {
    for (const url of ['/api', '/api/forgotten', '/files/forgotten', '/media/forgotten']) {
      expect(await get(url), url).toBe('session.required');
      expect(await get(url, withoutProfile), url).toBe('profile.missing');
      expect(await get(url, person.headers), url).toBe(person.id);
    }
    for (const url of ['/apis', '/x/api/forgotten']) expect(await get(url), url).toBe('nobody');
    expect(await get('/api/open')).toBe('open');
  });

  test('[API-25] lets in only the callers of its setting', async () => {
    expect(await get('/public')).toBe('nobody');
    for (const url of ['/user', '/token', '/media']) {
      expect(await get(url), url).toBe('session.required');
      expect(await get(url, { authorization: 'Bearer not.a.token' }), url).toBe('session.expired');
      expect(await get(url, person.headers), url).toBe(person.id);
    }
    expect(await get('/user', withoutProfile)).toBe('profile.missing');
    expect(await get('/media', withoutProfile)).toBe('profile.missing');
    expect(await get('/token', withoutProfile)).toBe('nobody');
    expect(watched.length).toBeGreaterThan(0);
  });

  test('[API-25] fails to read the caller if it is public, or the caller has no profile or token', async () => {
    const cookie = `${MEDIA_COOKIE}=${await signMediaCookie(mediaKey, person.id, session())}`;
    expect(await get('/caller-of-public')).toBe('session.required');
    expect(await get('/token-of-public')).toBe('session.required');
    expect(await get('/token-of-media', { cookie })).toBe('session.required');
    expect(await get('/token-of-media', person.headers)).toBe(person.token);
    expect(await get('/caller-of-token', withoutProfile)).toBe('session.required');
    const { rowOf } = createCallers(server.deps.db);
    for (const caller of [null, { row: null }]) expect(() => rowOf({ caller })).toThrow(DomainError);
  });

  /** A session without an id that starts now. */
  const session = (more: object = {}) => ({
    sid: null,
    epoch: null,
    issuedAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
    ...more,
  });

  test('[API-13] for media accepts only the cookie of the person', async () => {
    const cookies = {
      valid: await signMediaCookie(mediaKey, person.id, session()),
      'another key': await signMediaCookie(Buffer.alloc(32, 2), person.id, session()),
      expired: await signMediaCookie(mediaKey, person.id, session({ expiresAt: new Date(Date.now() - 1000) })),
      'a deleted person': await signMediaCookie(mediaKey, ANOTHER_ID, session()),
    };
    const made = (alg: string, audience = 'media') =>
      new SignJWT({}).setProtectedHeader({ alg }).setAudience(audience).setIssuedAt();
    const inAMinute = new Date(Date.now() + 60_000);
    Object.assign(cookies, {
      'another algorithm': await made('HS512').setSubject(person.id).setExpirationTime(inAMinute).sign(mediaKey),
      'another audience': await made('HS256', 'x').setSubject(person.id).setExpirationTime(inAMinute).sign(mediaKey),
      'no end': await made('HS256').setSubject(person.id).sign(mediaKey),
      'no person': await made('HS256').setExpirationTime(inAMinute).sign(mediaKey),
    });
    for (const [name, value] of Object.entries(cookies)) {
      const answer = await get('/media', { cookie: `${MEDIA_COOKIE}=${value}` });
      expect(answer, name).toBe(name === 'valid' ? person.id : 'session.required');
    }
    const { provider, subject } = await server.deps.db
      .selectFrom('users')
      .select(['provider', 'subject'])
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(watched.at(-1)).toMatchObject({
      id: person.id,
      provider,
      subject,
      expiresAt: expect.any(Date),
      ended: false,
    });
    expect(await get('/user', { cookie: `${MEDIA_COOKIE}=${cookies.valid}` })).toBe('session.required');
    expect(await get('/media', { cookie: `${MEDIA_COOKIE}=${person.token}` })).toBe('session.required');
  });

  test('[API-25] rejects an ended session, by token and by cookie', async () => {
    const leaving = await loginAs(server);
    const signed = (sid: string) => signMediaCookie(mediaKey, leaving.id, session({ sid, epoch: 1 }));
    const cookies = { ended: await signed('ended'), other: await signed('other') };
    const { provider, subject } = await server.deps.identity.verify(leaving.token);
    const end = { provider, subject, epoch: null, endedAt: new Date() };
    await storeSessionEnd(server.deps.db, { ...end, sid: 'ended' });
    expect(await get('/media', { cookie: `${MEDIA_COOKIE}=${cookies.ended}` })).toBe('session.required');
    expect(await get('/media', { cookie: `${MEDIA_COOKIE}=${cookies.other}` })).toBe(leaving.id);
    expect(await get('/user', leaving.headers)).toBe(leaving.id);
    await storeSessionEnd(server.deps.db, { ...end, sid: null, epoch: 1_000_000, endedAt: new Date(0) });
    expect(await get('/media', { cookie: `${MEDIA_COOKIE}=${cookies.other}` })).toBe('session.required');
    for (const url of ['/user', '/token', '/media']) expect(await get(url, leaving.headers)).toBe('session.expired');
  });

  test('treats each request of a person with a steward request as a sign of life, by token and by cookie', async () => {
    const [away, steward] = await Promise.all([loginAs(server), loginAs(server)]);
    await connect(server, away, steward, 'family');
    const { id: connection_id } = await server.deps.db
      .selectFrom('connections')
      .select('id')
      .where((eb) => eb.or([eb('user_lo', '=', away.id), eb('user_hi', '=', away.id)]))
      .executeTakeFirstOrThrow();
    const at = new Date();
    await server.deps.db
      .insertInto('stewards')
      .values({
        id: newId(),
        owner_id: away.id,
        steward_id: steward.id,
        connection_id,
        waiting_days: 30,
        asked_at: at,
        starts_at: at,
      })
      .execute();
    for (const one of [away, steward]) {
      expect(await get('/user', one.headers)).toBe(one.id);
      const cookie = `${MEDIA_COOKIE}=${await signMediaCookie(mediaKey, one.id, session())}`;
      expect(await get('/media', { cookie })).toBe(one.id);
    }
    expect(signs).toEqual([away.id, away.id]);
  });

  test.each([
    ['is disabled', ['disabled_at'], 'account.disabled'],
    ['is leaving', ['deletion_asked_at', 'delete_at'], 'account.leaving'],
  ])(
    '[API-25] immediately rejects a person who %s, whose token and cookie were just accepted',
    async (_name, columns, code) => {
      const shut = await loginAs(server);
      const cookie = `${MEDIA_COOKIE}=${await signMediaCookie(mediaKey, shut.id, session())}`;
      const both = async () => [await get('/user', shut.headers), await get('/media', { cookie })];
      const set = (value: Date | null) =>
        server.deps.db
          .updateTable('users')
          .set(Object.fromEntries(columns.map((column) => [column, value])))
          .where('id', '=', shut.id)
          .execute();
      expect(await both()).toEqual([shut.id, shut.id]);
      await set(new Date());
      expect(await both()).toEqual([code, 'session.required']);
      await set(null);
      expect(await both()).toEqual([shut.id, shut.id]);
    },
  );

  test('[API-25] with access `leaving` lets leaving people in; with `site-owner` only site owners', async () => {
    const one = await loginAs(server);
    const set = (columns: object) =>
      server.deps.db.updateTable('users').set(columns).where('id', '=', one.id).execute();
    const answers = () => Promise.all(['/user', '/leaving', '/site-owner'].map((url) => get(url, one.headers)));
    expect(await answers()).toEqual([one.id, one.id, 'owner.only']);
    await set({ site_owner_since: new Date() });
    expect(await answers()).toEqual([one.id, one.id, one.id]);
    await set({ deletion_asked_at: new Date(), delete_at: new Date() });
    expect(await answers()).toEqual(['account.leaving', one.id, 'account.leaving']);
    for (const url of ['/leaving', '/site-owner']) expect(await get(url, withoutProfile)).toBe('profile.missing');
  });

  test('[API-13] rejects a media cookie that was just accepted when it has expired', async () => {
    const expiresAt = new Date((Math.floor(Date.now() / 1000) + 60) * 1000);
    const cookie = `${MEDIA_COOKIE}=${await signMediaCookie(mediaKey, person.id, session({ expiresAt }))}`;
    expect(await get('/media', { cookie })).toBe(person.id);
    vi.useFakeTimers({ toFake: ['Date'], now: expiresAt });
    try {
      expect(await get('/media', { cookie })).toBe('session.required');
    } finally {
      vi.useRealTimers();
    }
  });

  test('[API-13] signs the media cookie of a session once, and again for another session or person', async () => {
    const mediaCookieOf = createMediaCookie(mediaKey);
    const [one, other] = [session({ sid: 'one' }), session({ sid: 'other' })];
    const sign = vi.spyOn(crypto.subtle, 'sign');
    const first = await mediaCookieOf(person.id, one);
    expect(await mediaCookieOf(person.id, one)).toBe(first);
    expect(sign).toHaveBeenCalledTimes(1);
    sign.mockRestore();
    const rest = [await mediaCookieOf(person.id, other), await mediaCookieOf(ANOTHER_ID, one)];
    expect(new Set([first, ...rest]).size).toBe(3);
    expect(await get('/media', { cookie: `${MEDIA_COOKIE}=${first}` })).toBe(person.id);
  });

  test.each([
    ['Bearer abc.d-e_f', 'abc.d-e_f'],
    ['bearer  abc==', 'abc=='],
    ['Basic abc', null],
    ['x Bearer abc', null],
    ['Bearer abc def', null],
    ['Bearer', null],
  ])('parses the token of %s', (authorization, token) => {
    expect(bearerToken({ headers: { authorization } } as never)).toBe(token);
  });
});
