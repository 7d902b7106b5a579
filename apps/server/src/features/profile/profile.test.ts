import { randomUUID } from 'node:crypto';
import { DEFAULT_BANNER } from '@kinreel/contracts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../app/build-app.ts';
import { tablesContaining } from '../../testing/find-in-database.ts';
import { loginAs, PROFILE, signUp, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';

let server: TestServer;
let ada: TestPerson;
let bea: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  [ada, bea] = await Promise.all([loginAs(server), loginAs(server)]);
});
afterAll(() => server.stop());

const register = (payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: '/api/user/register', payload, headers });
const update = (person: TestPerson, payload: object, id = person.id) =>
  server.app.inject({ method: 'PUT', url: `/api/user/update/${id}`, headers: person.headers, payload });
const readUser = (person: { headers: Record<string, string> }) =>
  server.app.inject({ method: 'GET', url: '/api/user', headers: person.headers });
const users = () => server.deps.db.selectFrom('users').selectAll().orderBy('id').execute();

/** Makes a call that must fail with this code, and checks that no profile has changed. */
async function expectError(code: string, status: number, send: () => ReturnType<typeof register>) {
  const before = await users();
  const response = await send();
  expect(response.json()).toMatchObject({ code });
  expect(response.statusCode).toBe(status);
  expect(await users()).toEqual(before);
  return response.json();
}

describe('POST /api/user/register', () => {
  it('[API-01][REG-04] stores the profile of an account verified by email and password', async () => {
    const { auth0Id, email, password } = await signUp();
    const response = await register({ ...PROFILE, state: '', auth0Id, email, password });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      first_name: 'Odalie',
      last_name: 'Fennick',
      city: 'Duluth',
      state: '',
      country: 'United States',
      birthday: '1944-03-09',
      email,
      email_verified: false,
      profile_image: null,
      banner_image: `/banners/${DEFAULT_BANNER.toLowerCase()}.svg`,
      show_in_search: true,
      about_me: '',
      show_on_links: true,
    });
  });

  it('[REG-07] completes the profile of a logged-in account by its token, with the email from the provider', async () => {
    const { headers, email, auth0Id } = await signUp();
    expect((await readUser({ headers })).json()).toMatchObject({ code: 'profile.missing' });
    const response = await register({ ...PROFILE, auth0Id }, headers);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ email });
    expect((await readUser({ headers })).json()).toEqual(response.json());
  });

  it("[REG-07] rejects another person's auth0Id, with password and with token", async () => {
    const victim = await signUp();
    const mallory = await signUp();
    await expectError('registration.not_owner', 403, () =>
      register({ ...PROFILE, auth0Id: victim.auth0Id, email: mallory.email, password: mallory.password }),
    );
    await expectError('registration.not_owner', 403, () =>
      register({ ...PROFILE, auth0Id: victim.auth0Id }, mallory.headers),
    );
    await expectError('registration.not_owner', 403, () =>
      register({ ...PROFILE, auth0Id: victim.auth0Id, email: victim.email, password: 'Not-the-word-9' }),
    );
    await expectError('registration.not_owner', 403, () =>
      register({ ...PROFILE, email: mallory.email, password: mallory.password }),
    );
    // A token of one account does not verify another.
    await expectError('registration.not_owner', 403, () =>
      register({ ...PROFILE, auth0Id: victim.auth0Id, email: victim.email, password: 'x' }, mallory.headers),
    );
  });

  it('[REG-07] rejects a second profile for an account and keeps the first unchanged', async () => {
    const { auth0Id, email, password, headers } = await signUp();
    const body = { ...PROFILE, auth0Id, email, password };
    expect((await register(body)).statusCode).toBe(201);
    await expectError('registration.exists', 409, () => register({ ...body, firstName: 'Other' }));
    await expectError('registration.exists', 409, () => register({ ...PROFILE, firstName: 'Other' }, headers));
    const other = await signUp();
    await server.deps.db
      .updateTable('users')
      .set({ email: other.email.toUpperCase() })
      .where('email', '=', email)
      .execute();
    await expectError('registration.exists', 409, () => register(PROFILE, other.headers));
  });

  it('[REG-07] leaves one profile after twenty concurrent registrations', async () => {
    const { auth0Id, headers } = await signUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => register({ ...PROFILE, auth0Id }, headers)));
    expect(answers.map((response) => response.statusCode).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect((await users()).filter((row) => row.subject === auth0Id)).toHaveLength(1);
  });

  it('[REG-02] rejects registration without email or password', async () => {
    const { auth0Id, email, password, headers } = await signUp();
    const body = await expectError('registration.incomplete', 400, () => register({ ...PROFILE, auth0Id, email }));
    expect(body.message).toBe('Choose a username and password!');
    await expectError('registration.incomplete', 400, () => register({ ...PROFILE, auth0Id, password }));
    await expectError('registration.incomplete', 400, () => register({ ...PROFILE, auth0Id }));
    await expectError('registration.incomplete', 400, () => register({ ...PROFILE, auth0Id, email }, headers));
    await expectError('session.expired', 401, () => register({ ...PROFILE }, { authorization: 'Bearer e30.e30.x' }));
  });

  it.each([
    ['firstName', ''],
    ['firstName', '   '],
    ['lastName', 'a\u0000b'],
    ['lastName', 'x'.repeat(101)],
    ['city', undefined],
    ['country', 7],
    ['state', 'Minnesota'],
    ['birthday', 'tomorrow'],
    ['birthday', '1970-02-30'],
    ['email', 'nobody'],
  ])('[REG-02][REG-08][REG-09] rejects %s as %j and names the field', async (field, value) => {
    const body = await expectError('request.invalid', 400, () =>
      register({ ...PROFILE, auth0Id: 'auth0|1', email: 'a@b.org', password: 'x', [field]: value }),
    );
    expect(Object.keys(body.fields)).toEqual([field]);
  });

  it('[REG-03] rejects a birthday that is in the future in every time zone', async () => {
    // At noon in London it is already the 10th in UTC+14.
    vi.useFakeTimers({ now: new Date('2026-03-09T12:00:00Z'), toFake: ['Date'] });
    try {
      const send = (birthday: string) => register({ ...PROFILE, auth0Id: 'auth0|1', email: 'a@b.org', birthday });
      const body = await expectError('request.invalid', 400, () => send('2026-03-11'));
      expect(Object.keys(body.fields)).toEqual(['birthday']);
      await expectError('registration.incomplete', 400, () => send('2026-03-10'));
    } finally {
      vi.useRealTimers();
    }
  });

  it('[REG-07] accepts names in any script and of maximum length', async () => {
    for (const name of ['Ẍ́'.repeat(30), 'ﷺ'.repeat(100), '👩‍👩‍👧'.repeat(100), '%_\\']) {
      const { headers } = await signUp();
      const response = await register({ ...PROFILE, firstName: name, lastName: name }, headers);
      expect(response.statusCode, name).toBe(201);
      expect(response.json().first_name).toBe(name);
    }
  });

  it('[REG-07] never writes the password to a table or the log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
    const app = await buildApp({ ...server.deps, log });
    const { auth0Id, email, password } = await signUp(undefined, 'Vermilion-Otter-73');
    const send = (payload: object | string) =>
      app.inject({
        method: 'POST',
        url: '/api/user/register',
        headers: { 'content-type': 'application/json' },
        payload,
      });
    const body = { ...PROFILE, auth0Id, email, password };
    expect((await send(body)).statusCode).toBe(201);
    expect((await send(body)).statusCode).toBe(409);
    expect((await send({ ...body, auth0Id: 'auth0|other' })).statusCode).toBe(403);
    expect((await send({ ...body, birthday: 'never' })).statusCode).toBe(400);
    expect((await send(`{"password": "${password}", `)).statusCode).toBe(400);
    const unreachable = { ...server.deps.identity, provePassword: () => Promise.reject(new Error('no response')) };
    const cut = await buildApp({ ...server.deps, log, identity: unreachable });
    expect((await cut.inject({ method: 'POST', url: '/api/user/register', payload: body })).statusCode).toBe(500);
    await Promise.all([app.close(), cut.close()]);
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => line.includes(password))).toEqual([]);

    expect(await tablesContaining(server.deps.db, email)).toContain('public.users');
    expect(await tablesContaining(server.deps.db, password)).toEqual([]);
  });

  it('[REG-07] has a rate limit per network address', async () => {
    const { statuses } = await withRateLimit(async (app) => {
      const answers = [];
      for (let i = 0; i < 31; i++) {
        answers.push(await app.inject({ method: 'POST', url: '/api/user/register', payload: PROFILE }));
      }
      return { statuses: answers.map((response) => response.statusCode) };
    });
    expect(statuses).toEqual([...Array(30).fill(400), 429]);
  });
});

async function withRateLimit<T>(use: (app: TestServer['app']) => Promise<T>): Promise<T> {
  const app = await buildApp({ ...server.deps, config: { ...server.deps.config, rateLimit: true } });
  try {
    return await use(app);
  } finally {
    await app.close();
  }
}

describe('GET /api/user', () => {
  it('[API-03] returns the logged-in person, and sets a cookie for /media that expires with the token', async () => {
    const response = await readUser(ada);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ id: ada.id, email: ada.email, birthday: PROFILE.birthday });
    expect(response.headers['cache-control']).toBe('no-store');
    const [cookie] = response.cookies as [(typeof response.cookies)[number] & { expires?: Date }];
    expect(cookie).toMatchObject({ name: 'kinreel_media', path: '/media', httpOnly: true, sameSite: 'Strict' });
    const { exp } = JSON.parse(Buffer.from(ada.token.split('.')[1] ?? '', 'base64url').toString());
    expect(cookie.expires?.getTime()).toBe(exp * 1000);
    expect(cookie.value).not.toContain(ada.token);
  });

  it('[API-03] marks the cookie as secure on https', async () => {
    const config = { ...server.deps.config, publicUrl: server.deps.config.publicUrl };
    const app = await buildApp({ ...server.deps, config: { ...config, publicUrl: 'https://stories.example' } });
    const response = await app.inject({ method: 'DELETE', url: '/api/session' });
    expect(response.cookies[0]).toMatchObject({ secure: true, path: '/media' });
    await app.close();
  });

  it('[API-25] requires a token, not just a media cookie', async () => {
    const { value } = (await readUser(ada)).cookies[0] as { value: string };
    const response = await server.app.inject({ method: 'GET', url: '/api/user', cookies: { kinreel_media: value } });
    expect([response.statusCode, response.json().code]).toEqual([401, 'session.required']);
  });
});

describe('DELETE /api/session', () => {
  it('[HEAD-04] clears the media cookie, with or without a token', async () => {
    for (const headers of [{}, ada.headers]) {
      const response = await server.app.inject({ method: 'DELETE', url: '/api/session', headers });
      expect([response.statusCode, response.body]).toEqual([204, '']);
      const [cookie] = response.cookies as [{ name: string; value: string; path?: string; expires?: Date }];
      expect(cookie).toMatchObject({ name: 'kinreel_media', value: '', path: '/media' });
      expect(cookie.expires?.getTime()).toBe(0);
    }
  });
});

describe('PUT /api/user/update/{id}', () => {
  const CHANGED = {
    firstName: 'Orla',
    lastName: 'Ünal',
    city: 'Graz',
    state: '',
    country: 'Austria',
    birthday: '1950-12-31',
  };

  it('[API-02][PROF-04] changes the fields of the form, and About me only if it is sent', async () => {
    const first = await update(ada, { ...CHANGED, id: ada.id, aboutMe: 'Two lines\nof me' });
    expect(first.statusCode).toBe(200);
    expect(first.json()).toMatchObject({ first_name: 'Orla', last_name: 'Ünal', about_me: 'Two lines\nof me' });
    const second = await update(ada, CHANGED);
    expect(second.json()).toMatchObject({ about_me: 'Two lines\nof me', birthday: '1950-12-31' });
    expect((await readUser(ada)).json()).toEqual(second.json());
    expect((await update(ada, { ...CHANGED, aboutMe: '' })).json().about_me).toBe('');
  });

  it('[API-02] two open forms do not overwrite each other: omitted fields stay unchanged, and search finds the new name', async () => {
    await update(ada, { ...CHANGED, state: 'MN' });
    const [name, city] = await Promise.all([update(ada, { lastName: 'Vaszary' }), update(ada, { city: 'Linz' })]);
    expect([name.statusCode, city.statusCode]).toEqual([200, 200]);
    const { firstName: first_name, birthday } = CHANGED;
    expect((await readUser(ada)).json()).toMatchObject({
      first_name,
      last_name: 'Vaszary',
      city: 'Linz',
      state: 'MN',
      birthday,
    });
    const found = await server.app.inject({ method: 'GET', url: '/api/search?q=orla%20vaszary', headers: bea.headers });
    expect(found.json()).toMatchObject([{ id: ada.id }]);
  });

  it('[API-02] search finds the new name and no longer the old one', async () => {
    await update(ada, { ...CHANGED, firstName: 'Quenby', lastName: 'Vaszary' });
    const search = async (q: string) =>
      (await server.app.inject({ method: 'GET', url: `/api/search?q=${q}`, headers: bea.headers })).json();
    expect(await search('quenby')).toMatchObject([{ id: ada.id }]);
    expect(await search('vassary')).toMatchObject([{ id: ada.id }]);
    await update(ada, CHANGED);
    expect(await search('quenby')).toEqual([]);
    expect(await search('vassary')).toEqual([]);
  });

  it("[API-02][API-25] cannot change another person's profile, by path or by body", async () => {
    await expectError('profile.not_yours', 403, () => update(ada, CHANGED, bea.id));
    await expectError('profile.not_yours', 403, () => update(ada, { ...CHANGED, id: bea.id }));
    await expectError('profile.not_yours', 403, () => update(ada, { ...CHANGED, id: ada.id }, randomUUID()));
    await expectError('session.required', 401, () => update({ ...ada, headers: {} as never }, CHANGED));
  });

  it('[API-02] cannot set any other column of a user', async () => {
    const table = await server.deps.db.introspection.getTables();
    const columns = table.find(({ name }) => name === 'users')?.columns.map(({ name }) => name) ?? [];
    const foreign = columns.filter((name) => !(name in CHANGED));
    expect(foreign).toEqual(
      expect.arrayContaining(['provider', 'subject', 'email', 'photo_key', 'banner', 'about_me']),
    );
    const before = (await users()).find(({ id }) => id === ada.id);
    const others = (await users()).filter(({ id }) => id !== ada.id);
    for (const column of foreign) {
      for (const value of [bea.id, '1999-09-09', ['x']]) {
        await update(ada, { ...CHANGED, id: ada.id, [column]: column === 'id' ? ada.id : value });
      }
    }
    expect((await users()).find(({ id }) => id === ada.id)).toEqual(before);
    expect((await users()).filter(({ id }) => id !== ada.id)).toEqual(others);
  });

  it.each([
    ['firstName', ' '],
    ['birthday', '2999-01-01'],
    ['state', 'XX'],
    ['aboutMe', 'x'.repeat(2001)],
    ['aboutMe', 'bell\u0007'],
  ])('[PROF-04] rejects %s as %j', async (field, value) => {
    const body = await expectError('request.invalid', 400, () => update(ada, { ...CHANGED, [field]: value }));
    expect(Object.keys(body.fields)).toEqual([field]);
  });
});
