import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildIdentity } from './app.ts';
import { ROLES, ROWS, type Role, type Row } from './testing/authorization-rows.ts';
import {
  APP,
  fragmentOf,
  json,
  PASSWORD,
  startService,
  stateOf,
  TestBrowser,
  type TestService,
} from './testing/support.ts';

const EMAIL = 'ada@example.org';
const LATER_MS = 3600_000;

let service: TestService;
let cookie: string;
const tokens: Partial<Record<Role, string>> = {};

/** The tokens for a program with the person's password. */
async function tokensOf({ baseUrl, config }: TestService): Promise<{ access_token: string; id_token: string }> {
  const response = await fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'http://auth0.com/oauth/grant-type/password-realm',
      client_id: config.apiClientId,
      client_secret: config.apiClientSecret,
      realm: config.connection,
      audience: config.audience,
      username: EMAIL,
      password: PASSWORD,
    }),
  });
  return json(response);
}

beforeAll(async () => {
  let past = LATER_MS;
  service = await startService({ appOptions: { now: () => new Date(Date.now() - past) } });
  const other = await startService({ publicUrl: 'https://another.example' });
  const browser = new TestBrowser(service);
  await browser.signUp(EMAIL);
  tokens.expired = (await tokensOf(service)).access_token;
  past = 0;
  await browser.logIn(EMAIL);
  cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const own = await tokensOf(service);
  tokens.token = own.access_token;
  tokens.wrongAudience = own.id_token;
  await fetch(`${other.baseUrl}/dbconnections/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: other.config.clientId,
      connection: other.config.connection,
      email: EMAIL,
      password: PASSWORD,
    }),
  });
  tokens.wrongIssuer = (await tokensOf(other)).access_token;
  await other.stop();
});
afterAll(() => service?.stop());

let cells = 0;
beforeEach(() => {
  cells = 0;
});
// Reported in the runner's JSON report.
afterEach(({ task }) => {
  task.meta.cells = cells;
});

function headersOf(role: Role): Record<string, string> {
  const token = tokens[role];
  if (token) return { authorization: `Bearer ${token}` };
  if (role === 'session') return { cookie, origin: APP };
  return role === 'otherSite' ? { cookie, origin: 'https://other.example' } : {};
}

async function send(row: Row, role: Role, path = row.route.split(' ')[1]): Promise<Response> {
  cells += 1;
  const [method = 'GET'] = row.route.split(' ');
  const query = row.query ? `?${new URLSearchParams(row.query)}` : '';
  return fetch(`${service.baseUrl}${path}${query}`, {
    method,
    redirect: 'manual',
    headers: { ...headersOf(role), ...(row.json ? { 'content-type': 'application/json' } : {}) },
    ...(row.json ? { body: JSON.stringify(row.json) } : row.form ? { body: new URLSearchParams(row.form) } : {}),
  });
}

it('[API-25] every route of the identity service has a row', async () => {
  const registered: string[] = [];
  const app = buildIdentity(service.config);
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) registered.push(`${one} ${url.replace(/^\/identity/, '')}`);
  });
  await app.ready();
  await app.close();
  const known = new Set(ROWS.map(({ route }) => route));
  // A HEAD is covered by its GET. Preflight requests change nothing, and are tested with the origins below.
  const needed = registered
    .map((route) => route.replace(/^HEAD /, 'GET '))
    .filter((route) => !route.startsWith('OPTIONS'));
  expect([...new Set(needed)].filter((route) => !known.has(route))).toEqual([]);
  expect([...known].filter((route) => !registered.includes(route))).toEqual([]);
});

describe('[API-25] who may call what', () => {
  it.each(ROWS.map((row) => [row.route, row] as const))('%s', async (_route, row) => {
    // Wait for mails that an earlier row has caused.
    await expect.poll(() => service.query('select 1 from identity.mails')).toEqual([]);
    const before = await stateOf(service);
    for (const role of ROLES) {
      const status = row.except?.[role] ?? row.all;
      const response = await send(row, role);
      expect.soft(response.status, role).toBe(status);
      if (status === 302) {
        const isGranted = fragmentOf(response).has('access_token');
        expect.soft(isGranted, role).toBe(row.granted?.includes(role) ?? false);
      }
      await response.arrayBuffer();
      if (status >= 400) expect.soft(await stateOf(service), `${role} changed something`).toEqual(before);
    }
  });
});

it('[API-25] other spellings of a path give no access', async () => {
  const before = await stateOf(service);
  for (const row of ROWS) {
    const [, path = ''] = row.route.split(' ');
    const encoded = path.replace(/^\/(.)/, (_all, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`);
    for (const spelling of [`${path}/`, path.toUpperCase(), `/${path}`, encoded]) {
      for (const role of ['anonymous', 'wrongAudience', 'otherSite'] as const) {
        const usual = row.except?.[role] ?? row.all;
        if (usual < 400) continue;
        const response = await send(row, role, spelling);
        expect.soft([usual, 404], `${row.route} as ${spelling} by ${role}`).toContain(response.status);
        await response.arrayBuffer();
      }
    }
  }
  expect(await stateOf(service)).toEqual(before);
});
