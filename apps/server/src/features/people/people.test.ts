import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app/build-app.ts';
import { connect, loginAs, PROFILE, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { readPages } from '../../testing/pages.ts';
import fc from '../../testing/property.ts';
import { nameColumns } from '../profile/name-keys.table.ts';

let server: TestServer;
let caller: TestPerson;

/** Names of the people to find. The caller's name matches many searches below. */
const NAMES = [
  ['Mary', 'Smith'],
  ['Mary Ann', 'Smithers'],
  ['Maryam', 'Aslan'],
  ['Smilla', 'Maryk'],
  ['Rosemary', 'Oslo'],
  ['Gary', 'Boone'],
  ['Zoë', 'Čapek'],
  ["D'Arcy", '100%'],
  ['Snake', '_case'],
  ['Katherine', 'Johansson'],
  ['Lou Bo Ed', 'von der Heide'],
] as const;

beforeAll(async () => {
  server = await startTestServer();
  caller = await loginAs(server, { firstName: 'Mary', lastName: 'Caller' });
  await addPeople(...NAMES.map(([first, last]) => profileOf(first, last)));
});
afterAll(() => server.stop());

/** A profile without an account. */
function profileOf(firstName: string, lastName: string) {
  const id = randomUUID();
  return {
    id,
    provider: 'test',
    subject: id,
    email: `${id}@secret.example`,
    first_name: firstName,
    last_name: lastName,
    ...nameColumns(firstName, lastName),
    city: 'Duluth',
    state: 'MN',
    country: 'United States',
    birthday: '1931-05-17',
    about_me: 'Hello',
  };
}
const addPeople = (...profiles: ReturnType<typeof profileOf>[]) =>
  server.deps.db.insertInto('users').values(profiles).execute();

const get = (url: string, headers: Record<string, string> = caller.headers) =>
  server.app.inject({ method: 'GET', url, headers });
const search = (q: string, more = '') => get(`/api/search?q=${encodeURIComponent(q)}${more}`);
const names = async (q: string) =>
  (await search(q))
    .json()
    .map((row: { first_name: string; last_name: string }) => `${row.first_name} ${row.last_name}`);

type FoundPerson = Record<'id' | 'first_name' | 'last_name', string>;

/** All pages, by following the Link headers from this URL. */
async function allPages(url: string): Promise<FoundPerson[][]> {
  const pages: FoundPerson[][] = [];
  for await (const page of readPages(url, (next) => get(next))) pages.push(page.json());
  return pages;
}

describe('GET /api/search', () => {
  it('[API-04] finds names that start with the text, then names with one different letter, then names that contain it', async () => {
    expect(await names('mary')).toEqual([
      'Mary Smith',
      'Mary Ann Smithers',
      'Maryam Aslan',
      'Smilla Maryk',
      'Gary Boone',
      'Rosemary Oslo',
    ]);
  });

  it('[API-04] matches two names in either order, complete or as prefixes', async () => {
    for (const q of ['mary sm', 'sm mary', 'MARY  Smith', 'smith mary']) {
      expect(await names(q), q).toEqual(expect.arrayContaining(['Mary Ann Smithers', 'Mary Smith']));
    }
    expect((await names('mary ann sm'))[0]).toBe('Mary Ann Smithers');
    expect((await names('ann'))[0]).toBe('Mary Ann Smithers');
  });

  it('[API-04] ignores accents and case, and tolerates a wrong letter', async () => {
    expect(await names('zoe cap')).toEqual(['Zoë Čapek']);
    expect(await names('ZOË')).toEqual(['Zoë Čapek']);
    for (const q of ['kathrine', 'Kahterine', 'katherine johanson', 'Catherine', 'johannsson katherine']) {
      expect(await names(q), q).toEqual(['Katherine Johansson']);
    }
  });

  it('[API-04] finds a part of a name if each word of the text has three letters', async () => {
    expect(await names('sem')).toEqual(['Rosemary Oslo']);
    expect(await names('sem slo')).toEqual(['Rosemary Oslo']);
    for (const q of ['se', 'sem lo', 'se slo']) expect(await names(q), q).toEqual([]);
  });

  it('[API-04] uses at most six words of the text', async () => {
    expect(await names('lou bo ed von der heide of leith')).toEqual(['Lou Bo Ed von der Heide']);
    expect(await names('lou bo ed von der leith')).toEqual([]);
  });

  it('[API-04] people who have turned off being found are only found by their connections', async () => {
    // Ids ascend with time. One common connection has a lower id than the two other people, one a higher id.
    const friend = await loginAs(server);
    const [shy, asker] = await Promise.all([
      loginAs(server, { firstName: 'Wilhelmina', lastName: 'Quist' }),
      loginAs(server),
    ]);
    const laterFriend = await loginAs(server);
    for (const one of [friend, laterFriend]) {
      await connect(server, shy, one, 'friend');
      await connect(server, asker, one, 'friend');
    }
    const asked = await server.app.inject({
      method: 'POST',
      url: '/api/connections',
      headers: asker.headers,
      payload: { relationship: 'friend', userB: shy.id },
    });
    expect(asked.statusCode).toBe(201);
    const keep = (showInSearch: boolean) =>
      server.app.inject({
        method: 'PUT',
        url: `/api/user/update/${shy.id}`,
        headers: shy.headers,
        payload: { ...PROFILE, firstName: 'Wilhelmina', lastName: 'Quist', showInSearch },
      });
    // By prefix, with a wrong letter, by substring, and in the list of everybody.
    const finds = async ({ headers }: TestPerson) =>
      Promise.all(
        ['wilhelmina', 'quist wilh', 'wilhelmena', 'lhelmi', ''].map(async (q) =>
          (await get(`/api/search?q=${q}&limit=100`, headers)).json().some((row: { id: string }) => row.id === shy.id),
        ),
      );
    const [all, none] = [Array(5).fill(true), Array(5).fill(false)];
    expect((await keep(false)).json()).toMatchObject({ show_in_search: false });
    expect([await finds(friend), await finds(asker), await finds(caller)]).toEqual([all, none, none]);
    expect(await finds(laterFriend)).toEqual(all);
    expect((await get(`/api/search/${shy.id}`)).statusCode, 'a link to their page').toBe(200);
    expect((await keep(true)).json()).toMatchObject({ show_in_search: true });
    expect([await finds(friend), await finds(asker), await finds(caller)]).toEqual([all, all, all]);
    await server.app.inject({ method: 'PUT', url: `/api/blocks/${asker.id}`, headers: shy.headers });
    expect([await finds(friend), await finds(asker)], 'blocked').toEqual([all, none]);
  });

  it('[API-04] treats % and _ literally', async () => {
    expect(await names('100%')).toEqual(["D'Arcy 100%"]);
    expect(await names('00%')).toEqual(["D'Arcy 100%"]);
    expect(await names('_cas')).toEqual(['Snake _case']);
    for (const q of ['%', '%%%', '_', '___', 'm%y', 'm_y', '\\', '%\\%']) {
      expect(await names(q), q).toEqual(q === '_' ? ['Snake _case'] : []);
    }
  });

  it.each([
    ['小明', '王小明'],
    ['王小明', '小明 王'],
    ['小明王', '小明 王'],
    ['李娜', '李娜 陈'],
    ['o brien', "Grace O'Brien"],
    ['obrien', "Grace O'Brien"],
    ["o'brien grace", "Grace O'Brien"],
    ['gracemalley', 'Grace Malley'],
    ['malleygrace', 'Grace Malley'],
  ])('[HEAD-03] %s finds %s: names without spaces, in both orders, and apostrophes', async (typed, found) => {
    const added = [
      profileOf('王小明', '陈'),
      profileOf('小明', '王'),
      profileOf('李娜', '陈'),
      profileOf('Grace', "O'Brien"),
      profileOf('Grace', 'Malley'),
    ];
    await addPeople(...added);
    const all = await names(typed);
    const ids = added.map(({ id }) => id);
    await server.deps.db.deleteFrom('users').where('id', 'in', ids).execute();
    expect(all.some((name: string) => name.startsWith(found))).toBe(true);
  });

  it('[HEAD-03] the caller is never among the results', async () => {
    const ids = async (q: string) => (await search(q, '&limit=100')).json().map((row: { id: string }) => row.id);
    for (const q of ['', 'mary', 'caller', 'mary caller', 'mray', 'alle'])
      expect(await ids(q)).not.toContain(caller.id);
    const other = await loginAs(server, { firstName: 'Otto', lastName: 'Other' });
    const seen = (await get('/api/search?q=mary%20caller', other.headers)).json();
    expect(seen).toMatchObject([{ id: caller.id }]);
  });

  it('[API-04][API-26] contains neither email nor birthday, in search and profile', async () => {
    const [person] = (await search('mary sm')).json();
    expect(Object.keys(person).sort()).toEqual([
      'city',
      'country',
      'first_name',
      'id',
      'last_name',
      'profile_image',
      'state',
    ]);
    const [profile, ...none] = (await get(`/api/search/${person.id}`)).json();
    expect(none).toEqual([]);
    expect(profile).toEqual({ ...person, banner_image: '/banners/tree.svg', about_me: 'Hello' });
    for (const body of [(await search('', '&limit=100')).body, JSON.stringify(profile)]) {
      expect(body).not.toMatch(/@|secret|birthday|"1931-|test/);
    }
  });

  it('[API-26] pages through everybody by name, each person once', async () => {
    const pages = await allPages('/api/search?limit=3');
    expect(pages.slice(0, -1).every((page) => page.length === 3)).toBe(true);
    const rows = await server.deps.db.selectFrom('users').select(['id', 'first_key']).execute();
    const expected = rows.filter(({ id }) => id !== caller.id);
    const seen = pages.flat();
    expect(seen.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
    const keys = seen.map((person) => rows.find(({ id }) => id === person.id)?.first_key ?? '');
    expect(keys).toEqual([...keys].sort());
  });

  it('[API-26] pages through all kinds of matches without gaps or duplicates', async () => {
    for (const q of ['mary', 'mary sm', 'sm', 'a']) {
      const all = (await search(q, '&limit=100')).json();
      expect(await allPages(`/api/search?q=${encodeURIComponent(q)}&limit=1`), q).toEqual(
        all.map((person: object) => [person]),
      );
    }
  });

  it('[API-26] lists all names that start with the text, in order, and at most two hundred that contain it', async () => {
    const many = Array.from({ length: 201 }, (_, i) =>
      profileOf(`Xqquorra ${i % 7}`, `Zorring ${100 + Math.floor(i / 7)}`),
    );
    await addPeople(...many);
    const found = async (q: string) => (await allPages(`/api/search?q=${q}&limit=100`)).flat();
    const full = (people: FoundPerson[]) => people.map((one) => `${one.first_name} ${one.last_name}`);
    const byFirst = [...many].sort((a, b) => (a.first_key + a.last_key < b.first_key + b.last_key ? -1 : 1));
    const byLast = [...many].sort((a, b) => (a.last_key + a.first_key < b.last_key + b.first_key ? -1 : 1));
    expect(full(await found('xqquorra'))).toEqual(full(byFirst));
    expect(full(await found('zorr'))).toEqual(full(byLast));
    const everybody = await found('');
    expect(full(everybody.filter((one) => one.first_name.startsWith('Xqq')))).toEqual(full(byFirst));
    expect(await found('qquorr')).toHaveLength(200);
    await server.deps.db
      .deleteFrom('users')
      .where(
        'id',
        'in',
        many.map(({ id }) => id),
      )
      .execute();
  });

  it('[API-26] a page of another search is empty if this one has no such matches', async () => {
    const next = /cursor=([^>&]+)/.exec(String((await search('mary', '&limit=5')).headers.link))?.[1];
    const answer = await search('', `&cursor=${next}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, []]);
  });

  it('[API-04] responds to any text and any cursor without a server error', async () => {
    expect((await search('\0')).json()).toEqual([]);
    expect((await get('/api/search?q=%ff%fe')).statusCode).toBeLessThan(500);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 100 }), async (text) => {
        const response = await search(text.toWellFormed());
        expect(response.statusCode).toBeLessThan(500);
      }),
      { numRuns: 40 },
    );
    const cursors: unknown[] = [[], [9, 'a', 'b', caller.id], [0, 'a', 'b', 'c'], [-1, 'a', 'b', caller.id]];
    cursors.push([0, 1, 2, caller.id], [0, '\ud800', '%', caller.id], [0.5, 'a', 'b', caller.id], 'x', null);
    for (const cursor of cursors) {
      const encoded = Buffer.from(JSON.stringify(cursor)).toString('base64url');
      expect((await search('mary', `&cursor=${encoded}`)).statusCode).toBeLessThan(500);
    }
    expect((await search('mary', '&cursor=e30')).statusCode).toBe(400);
  });

  it('[API-26] rejects page sizes and texts that are too large', async () => {
    expect((await search('mary', '&limit=101')).statusCode).toBe(400);
    expect((await search('mary', '&limit=0')).statusCode).toBe(400);
    expect((await search('x'.repeat(101))).statusCode).toBe(400);
  });

  it('[API-04] has a rate limit', async () => {
    const app = await buildApp({ ...server.deps, config: { ...server.deps.config, rateLimit: true } });
    const statuses = new Map<number, number>();
    for (let i = 0; i < 121; i++) {
      const { statusCode } = await app.inject({ method: 'GET', url: '/api/search?q=mary', headers: caller.headers });
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    await app.close();
    expect([...statuses]).toEqual([
      [200, 120],
      [429, 1],
    ]);
  });
});

describe('GET /api/search/{id}', () => {
  it('[API-05][PROF-03] returns the person as the only element, also for oneself', async () => {
    expect((await get(`/api/search/${caller.id}`)).json()).toEqual([
      {
        id: caller.id,
        first_name: 'Mary',
        last_name: 'Caller',
        city: PROFILE.city,
        state: PROFILE.state,
        country: PROFILE.country,
        profile_image: null,
        banner_image: '/banners/tree.svg',
        about_me: '',
      },
    ]);
  });

  it('[API-05][API-25] responds 404 for unknown ids and 401 without a token', async () => {
    expect((await get(`/api/search/${randomUUID()}`)).json()).toMatchObject({ code: 'person.missing' });
    expect((await get('/api/search/1')).statusCode).toBe(400);
    expect((await get(`/api/search/${caller.id}`, {})).statusCode).toBe(401);
    expect((await get('/api/search', {})).statusCode).toBe(401);
  });
});
