import type { SitePerson } from '@kinreel/contracts';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { nextPage } from '../../testing/pages.ts';
import { runHere } from '../../testing/run-command.ts';
import { storedContent, storedVideo } from '../../testing/stored-video.ts';
import { makeOwner } from '../site-owners/site-owners.service.ts';
import { endSessions } from './administration.service.ts';

const NOBODY = '0192f0a0-0000-7000-8000-000000000009';

let server: TestServer;
let owner: TestPerson;
let bea: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ QUOTA_BYTES: '100000' });
  owner = await loginAs(server, { firstName: 'Odalie' });
  bea = await loginAs(server, { firstName: 'Bea', lastName: 'Rasmus' });
  await makeOwner(server.deps.db, owner.email);
});
afterAll(() => server?.stop());

const call = (by: TestPerson, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: by.headers, ...(payload && { payload }) });
const people = async (query = ''): Promise<SitePerson[]> =>
  (await call(owner, 'GET', `/api/admin/people${query}`)).json();
const change = (id: string, body: object) => call(owner, 'PUT', `/api/admin/people/${id}`, body);

describe('people', () => {
  it('are listed with their usage, without their content', async () => {
    const videoId = await storedVideo(server, bea.id, { permission: 'invite-only' });
    const [found, ...more] = await people('?q=rasm');
    expect(more).toEqual([]);
    expect(found).toEqual({
      id: bea.id,
      first_name: 'Bea',
      last_name: 'Rasmus',
      email: bea.email,
      email_verified: true,
      created_at: expect.any(String),
      videos: 1,
      used_bytes: expect.any(Number),
      quota_bytes: null,
      disabled: false,
      delete_at: null,
      site_owner: false,
    });
    expect(found?.used_bytes).toBe(storedContent('original', videoId).length);
    expect(await people('?q=odalie')).toMatchObject([{ id: owner.id, videos: 0, used_bytes: 0 }]);
    expect(await people('?q=%25')).toEqual([]);
    expect((await call(owner, 'GET', `/api/video/${videoId}`)).statusCode).toBe(404);

    const first = await call(owner, 'GET', '/api/admin/people?limit=1');
    const next = nextPage(first) ?? '';
    expect([...first.json(), ...(await call(owner, 'GET', next)).json()].map(({ id }) => id)).toEqual([
      bea.id,
      owner.id,
    ]);

    const overview = (await call(owner, 'GET', '/api/admin/overview')).json();
    expect(overview).toMatchObject({ people: 2, videos: 1, default_quota_bytes: 100_000, open_reports: 0 });
    expect(overview.used_bytes).toBe(found?.used_bytes);
    expect(overview.free_bytes).toBeGreaterThan(0);
  });

  it('have their own quota, which limits their uploads', async () => {
    const begin = (size: number) =>
      server.app.inject({
        method: 'POST',
        url: '/files',
        headers: { ...bea.headers, 'tus-resumable': '1.0.0', 'upload-length': String(size) },
      });
    expect((await begin(200_000)).json()).toMatchObject({ code: 'video.quota', params: { max_bytes: 100_000 } });
    const ended = vi.spyOn(server.deps.identity.accounts, 'endSessions');
    expect((await change(bea.id, { quota_bytes: 1_000_000 })).json()).toMatchObject({ quota_bytes: 1_000_000 });
    expect(ended, 'nobody is logged out').not.toHaveBeenCalled();
    ended.mockRestore();
    const before = (await people('?q=rasm'))[0]?.used_bytes ?? 0;
    const upload = await begin(200_000);
    expect(upload.statusCode).toBe(201);
    expect((await call(owner, 'GET', '/api/admin/overview')).json()).toMatchObject({ expected_bytes: 200_000 });
    const used = async () => ((await people('?q=rasm'))[0]?.used_bytes ?? 0) - before;
    expect([await used(), (await people('?q=odalie'))[0]?.used_bytes]).toEqual([200_000, 0]);
    // A finished upload counts as its video; an expired one does not count.
    const setUpload = (values: { expires_at?: Date; video_id?: string | null }) =>
      server.deps.db.updateTable('uploads').set(values).where('owner_id', '=', bea.id).execute();
    await setUpload({ video_id: await storedVideo(server, owner.id) });
    expect(await used()).toBe(0);
    await setUpload({ video_id: null, expires_at: new Date(Date.now() - 1000) });
    expect(await used()).toBe(0);
    await setUpload({ expires_at: new Date(Date.now() + 3600_000) });
    expect((await change(owner.id, { quota_bytes: 2_000_000 })).json()).toMatchObject({ quota_bytes: 2_000_000 });
    await change(bea.id, { quota_bytes: 50_000 });
    expect((await people('?q=odalie'))[0]?.quota_bytes).toBe(2_000_000);
    expect((await begin(1)).json()).toMatchObject({ code: 'video.quota', params: { max_bytes: 50_000 } });
    expect((await change(bea.id, { quota_bytes: null })).json().quota_bytes).toBeNull();
    expect((await change(bea.id, { quota_bytes: 0 })).json().code).toBe('request.invalid');
  });

  it('can be disabled and enabled; site owners cannot', async () => {
    const carl = await loginAs(server);
    const cookie = String((await call(carl, 'GET', '/api/user')).headers['set-cookie']).split(';')[0] ?? '';
    const media = () => server.app.inject({ url: `/media/photos/${carl.id}/${carl.id}`, headers: { cookie } });
    expect((await media()).statusCode).toBe(404);
    expect((await change(carl.id, { disabled: true })).json()).toMatchObject({ disabled: true });
    const refused = await call(carl, 'GET', '/api/user');
    expect([401, 403]).toContain(refused.statusCode);
    expect((await media()).statusCode).toBe(401);
    // Sessions at the identity service have ended.
    expect(await sessionsStatus(carl)).toBe(401);
    // A new login and another quota change nothing.
    expect(await newTokenSees(carl)).toMatchObject({ code: 'account.disabled' });
    expect((await change(carl.id, { quota_bytes: 5_000 })).json()).toMatchObject({ disabled: true });
    expect((await call(owner, 'GET', '/api/admin/activity?limit=1')).json()).toMatchObject([
      { kind: 'account-off', by: { first_name: 'Odalie' } },
    ]);
    expect((await change(carl.id, { disabled: false })).json()).toMatchObject({ disabled: false });
    expect(await newTokenSees(carl)).toMatchObject({ id: carl.id });
    expect((await change(owner.id, { disabled: true })).json().code).toBe('owner.protected');
    expect((await change(NOBODY, { disabled: true })).json().code).toBe('person.missing');
    expect((await change(NOBODY, {})).json().code).toBe('person.missing');
  });

  it('get a link to set a new password, which does not verify their address', async () => {
    const dora = await loginAs(server);
    const made = await call(owner, 'POST', `/api/admin/people/${dora.id}/reset-link`);
    const { url, expires_at } = made.json();
    expect(new Date(expires_at).getTime() - Date.now()).toBeGreaterThan(23 * 3600_000);
    const { origin, publicUrl } = inject('identity');
    expect(url).toMatch(new RegExp(`^${publicUrl}/identity/password-reset\\?ticket=`));
    const ticket = new URL(url).searchParams.get('ticket') ?? '';
    const password = 'Another-horse-8';
    const response = await fetch(`${origin}/identity/password-reset`, {
      method: 'POST',
      body: new URLSearchParams({ ticket, password, repeated: password }),
    });
    expect(response.status).toBe(200);
    expect(await newTokenSees({ ...dora, password })).toMatchObject({ id: dora.id });
    const info = await fetch(`${origin}/identity/userinfo`, {
      headers: { authorization: `Bearer ${await newToken({ ...dora, password })}` },
    });
    expect(await info.json()).toMatchObject({ email_verified: false });
    expect((await call(owner, 'POST', `/api/admin/people/${owner.id}/reset-link`)).json().code).toBe('owner.protected');
    expect((await call(owner, 'POST', `/api/admin/people/${NOBODY}/reset-link`)).json().code).toBe('person.missing');
  });

  it('can be logged out everywhere', async () => {
    const emil = await loginAs(server);
    expect((await call(owner, 'DELETE', `/api/admin/people/${emil.id}/sessions`)).statusCode).toBe(204);
    expect(await sessionsStatus(emil)).toBe(401);
    expect((await call(owner, 'DELETE', `/api/admin/people/${NOBODY}/sessions`)).json().code).toBe('person.missing');
  });

  it('can be logged out of Kinreel if their sessions are at a hosted provider', async () => {
    const { config } = server.deps;
    const gerd = await loginAs(server);
    const hosted = { ...config, identity: { ...config.identity, hostedDomain: 'family.auth0.com' } };
    await endSessions({ ...server.deps, config: hosted }, gerd.id);
    expect((await call(gerd, 'GET', '/api/user')).json().code).toBe('session.expired');
    expect(await sessionsStatus(gerd)).toBe(200);
  });
});

it('the operator can do the same on the command line', async () => {
  const fritz = await loginAs(server, { firstName: 'Fritz' });
  const { origin, publicUrl, apiClientSecret } = inject('identity');
  const env = {
    DATABASE_URL: server.deps.config.databaseUrl ?? '',
    DATA_DIR: server.dataDir,
    PUBLIC_URL: publicUrl,
    IDENTITY_INTERNAL_URL: origin,
    IDENTITY_API_CLIENT_SECRET: apiClientSecret,
  };
  const run = (...args: string[]) => runHere(env, 'people', ...args);
  const listed = await run('fritz');
  expect(listed).toMatchObject({ code: 0, output: expect.stringContaining(`${fritz.email}  Fritz`) });
  expect(listed.output).toContain('1 person.');
  expect((await run()).output).toMatch(new RegExp(`${owner.email} .*, site owner$`, 'm'));
  expect((await run('off', fritz.email.toUpperCase())).output).toMatch(/, off\n$/);
  expect(await newTokenSees(fritz)).toMatchObject({ code: 'account.disabled' });
  expect((await run('on', fritz.email)).output).not.toContain(', off');
  expect((await run('delete', fritz.email)).output).toMatch(/, deleted on \d{4}-\d\d-\d\d\n$/);
  expect(await newTokenSees(fritz)).toMatchObject({ code: 'account.leaving' });
  expect((await run('keep', fritz.email)).output).not.toContain('deleted on');
  expect((await run('quota', fritz.email, '1.5')).output).toContain('of 1.5 GB');
  expect((await run('quota', fritz.email, 'usual')).output).toContain('the usual space');
  expect(await run('quota', fritz.email, '-1')).toMatchObject({ code: 64 });
  expect((await run('reset', fritz.email)).output).toContain(`${publicUrl}/identity/password-reset?ticket=`);
  expect(await run('logout', fritz.email)).toMatchObject({ code: 0 });
  expect(await sessionsStatus(fritz)).toBe(401);
  expect(await run('off', owner.email)).toMatchObject({ code: 1, errors: expect.stringMatching(/site/) });
  expect(await run('off', 'nobody@example.org')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Nobody has registered'),
  });
  const away = { ...env, IDENTITY_INTERNAL_URL: 'http://127.0.0.1:9' };
  expect(await runHere(away, 'people', 'logout', fritz.email)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('start Kinreel first'),
  });
});

it('the operator gets each list as JSON with --json', async () => {
  const { publicUrl, origin, apiClientSecret } = inject('identity');
  const env = {
    DATABASE_URL: server.deps.config.databaseUrl ?? '',
    DATA_DIR: server.dataDir,
    PUBLIC_URL: publicUrl,
    IDENTITY_INTERNAL_URL: origin,
    IDENTITY_API_CLIENT_SECRET: apiClientSecret,
    APP_SECRET: server.deps.appSecret,
  };
  for (const list of ['people', 'invitations', 'activity', 'reports', 'mails list', 'jobs list']) {
    const { code, output } = await runHere(env, ...list.split(' '), '--json');
    expect([list, code, Array.isArray(JSON.parse(output))]).toEqual([list, 0, true]);
  }
  const people = JSON.parse((await runHere(env, 'people', bea.email, '--json')).output);
  expect(people).toMatchObject([{ id: bea.id, email: bea.email, site_owner: false }]);
});

it('site owners close reports', async () => {
  await call(bea, 'POST', '/api/reports', { about: 'person', id: owner.id, reason: 'other', words: 'Not nice' });
  const [report, ...more] = (await call(owner, 'GET', '/api/admin/reports')).json();
  expect(more).toEqual([]);
  const open = async () => (await call(owner, 'GET', '/api/admin/overview')).json().open_reports;
  expect(await open()).toBe(1);
  expect(report).toMatchObject({ about: 'person', words: 'Not nice', reporter: { id: bea.id, name: 'Bea Rasmus' } });
  expect((await call(owner, 'DELETE', `/api/admin/reports/${report.id}`)).statusCode).toBe(204);
  expect((await call(owner, 'DELETE', `/api/admin/reports/${report.id}`)).json().code).toBe('report.missing');
  expect((await call(owner, 'GET', '/api/admin/reports')).json()).toEqual([]);
  expect(await open()).toBe(0);
});

/** The status of the identity service for a request for this person's sessions. */
async function sessionsStatus({ headers }: TestPerson): Promise<number> {
  return (await fetch(`${inject('identity').origin}/identity/sessions`, { headers })).status;
}

/** The token of a new login. */
async function newToken({ email, password }: TestPerson): Promise<string> {
  const { origin, apiClientSecret } = inject('identity');
  const response = await fetch(`${origin}/identity/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'http://auth0.com/oauth/grant-type/password-realm',
      realm: 'Username-Password-Authentication',
      client_id: 'kinreel-api',
      client_secret: apiClientSecret,
      audience: 'urn:kinreel:api',
      username: email,
      password,
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** The response of GET /api/user after a new login. */
async function newTokenSees(person: TestPerson) {
  const authorization = `Bearer ${await newToken(person)}`;
  return (await server.app.inject({ url: '/api/user', headers: { authorization } })).json();
}
