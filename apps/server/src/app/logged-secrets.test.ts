import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../platform/log/logger.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../testing/index.ts';
import { formOf, mediaBytes } from '../testing/media-files.ts';
import { storedVideo } from '../testing/stored-video.ts';
import { tusSender } from '../testing/tus.ts';

describe('the log of a server at LOG_LEVEL=trace', () => {
  let server: TestServer;
  let origin: string;
  let person: TestPerson;
  let log = '';
  const secrets = new Map<string, string>();

  beforeAll(async () => {
    const write = (line: string) => {
      log += line;
    };
    server = await startTestServer({ LOG_LEVEL: 'trace' }, { write });
    person = await loginAs(server);
    origin = await server.listen();
    secrets.set('token', person.token);
    secrets.set('signature of the token', person.token.split('.')[2] ?? '');
    secrets.set('password', person.password);
    secrets.set('secret of the installation', server.deps.appSecret);
  });
  afterAll(() => server?.stop());

  const send = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, { redirect: 'manual', ...init, headers: { ...person.headers, ...init.headers } });

  test('[API-25] contains no token, cookie, code or password', async () => {
    // Bearer token and cookie.
    const user = await send('/api/user');
    const cookie = /kinreel_media=([^;]+)/.exec(user.headers.get('set-cookie') ?? '')?.[1] ?? '';
    expect(cookie.length).toBeGreaterThan(20);
    secrets.set('media cookie', cookie);
    const videoId = await storedVideo(server, person.id);
    const poster = `/media/videos/${videoId}/poster`;
    expect((await fetch(origin + poster, { headers: { cookie: `kinreel_media=${cookie}` } })).status).toBe(200);
    // A short link: create, open, preview, redeem.
    const url = `${server.deps.config.publicUrl}/user/${person.id}/videos?autoplay=${videoId}`;
    const json = { 'content-type': 'application/json' };
    const made = await send('/api/link', { method: 'POST', headers: json, body: JSON.stringify({ url }) });
    const code = (await made.text()).split('/s/')[1] ?? '';
    expect(code).toMatch(/^[\w-]{22}$/);
    secrets.set('code of a link', code);
    expect((await send(`/s/${code}`)).status).toBe(302);
    expect((await send(`/api/link/${code}/preview`)).status).toBe(200);
    const redeemed = await send('/api/link/redeem', { method: 'POST', headers: json, body: JSON.stringify({ code }) });
    expect(redeemed.status).toBe(200);
    await send(`/api/video/user/${person.id}?autoplay=${videoId}&share=${code}`);
    // Uploads: as a form, and in parts.
    const clip = await mediaBytes('clip.mp4');
    const form = await formOf([
      ['prompt', '1'],
      ['video', { bytes: clip, name: 'clip.mp4' }],
    ]);
    const uploaded = await send('/api/video', {
      method: 'POST',
      headers: form.headers,
      body: new Uint8Array(form.payload),
    });
    expect(uploaded.status).toBe(201);
    const tus = tusSender(origin, person.headers);
    const id = await tus.begin(clip.length);
    await tus.patch(id, 0, clip);
    // Requests to the identity service, and errors of all kinds.
    await send('/identity/authorize?login_ticket=a-very-secret-login-ticket&state=a-very-secret-state');
    secrets.set('login ticket', 'a-very-secret-login-ticket');
    const wrong = JSON.stringify({ email: person.email, password: person.password });
    expect((await send('/api/user/register', { method: 'POST', headers: json, body: wrong })).status).toBe(400);
    expect(
      (await send('/api/share', { method: 'POST', headers: json, body: `{"password":"${person.password}"` })).status,
    ).toBe(400);
    const { stagingFolder } = server.deps.storage;
    server.deps.storage.stagingFolder = () => {
      throw Object.assign(new Error(`failed for Bearer ${person.token}`, { cause: new Error(`cookie=${cookie}`) }), {
        request: { headers: person.headers },
      });
    };
    const failed = await send(`/api/photo/${person.id}`, {
      method: 'PUT',
      headers: form.headers,
      body: new Uint8Array(form.payload),
    });
    server.deps.storage.stagingFolder = stagingFolder;
    expect(failed.status).toBe(500);
    await server.drainJobs();

    // Proves that these requests ran and were logged.
    expect(log).toContain('busboy');
    expect(log).toContain('"msg":"request failed"');
    expect(log).toContain('"route":"/api/link/redeem"');
    expect(log.match(/"msg":"request"/g)?.length).toBeGreaterThan(12);
    for (const [name, secret] of secrets) expect(log.includes(secret), name).toBe(false);
    expect(log).not.toMatch(/eyJ[\w-]+\./);
  });
});

test('only listed fields are logged, at every level, by every logger, and at any depth', () => {
  let log = '';
  const to = {
    write: (line: string) => {
      log += line;
    },
  };
  const logger = createLogger({ level: 'trace', name: 'test', to });
  const secret = 'hunter2-hunter2';
  const nested = { a: { b: { c: [secret] } }, headers: { authorization: secret }, toJSON: () => secret };
  const child = logger.child({ reqId: 'req-1', token: secret, req: nested });
  for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const) {
    for (const some of [logger, child]) {
      some[level](nested, 'request');
      some[level]({ ...nested, method: nested, route: new Map([[secret, secret]]), status: 200 }, 'request');
      some[level]({ job: 'x', payload: { videoId: 'y', deep: nested } }, 'job failed');
      some[level]({ anything: secret, err: Object.assign(new Error('no'), { config: secret }) }, 'of a library');
      some[level](Object.assign(new Error('no'), { config: secret }));
      some[level]('%s and %o', secret, nested);
      some[level](null, 'null' as never);
    }
  }
  expect(log.split('\n').find((line) => line.includes(secret))).toBeUndefined();
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(84);
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', status: 200, reqId: 'req-1' }));
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'job failed', job: 'x' }));
  expect(lines).toContainEqual(expect.objectContaining({ err: expect.objectContaining({ message: 'no' }) }));
});
