import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { HASH_COST } from '../passwords/password-hasher.ts';
import { POLICY } from '../passwords/password-policy.ts';
import {
  json,
  PASSWORD,
  readMails,
  serviceForTest,
  startService,
  TestBrowser,
  type TestService,
} from '../testing/support.ts';

let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  service = await startService({ appOptions: { hashCost: HASH_COST } });
  browser = new TestBrowser(service);
});
afterAll(() => service.stop());

const metadata = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`k${index}`, 'v']));
const countUsers = async () => (await service.query('select id from identity.users')).length;

it('responds to a full disk with 507', async () => {
  const full = await serviceForTest();
  await full.query(`
    create function identity.no_space() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  await full.query('create trigger disk_full before insert on identity.users execute function identity.no_space()');
  const response = await new TestBrowser(full).signUp('ada@example.org');
  expect([response.status, (await json(response)).error]).toEqual([507, 'storage_full']);
});

describe('sign-up', () => {
  it('creates an account with the email in lower case and the password hashed with argon2id', async () => {
    const user_metadata = { ...metadata(9), plan: 'family' };
    const response = await browser.signUp('  Ada@Example.org ', PASSWORD, { user_metadata });
    expect(response.status).toBe(200);
    expect(await json(response)).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      email: 'ada@example.org',
      email_verified: false,
    });
    const [row] = await service.query("select * from identity.users where email = 'ada@example.org'");
    expect(row).toMatchObject({ user_metadata, email_verified: false });
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('[REG-05] responds with invalid_signup for a taken email, in any case', async () => {
    await browser.signUp('taken@example.org');
    const before = await service.query("select * from identity.users where email = 'taken@example.org'");
    const response = await browser.signUp('TAKEN@example.org', 'Another-Password-1');
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ code: 'invalid_signup', statusCode: 400 });
    expect(await service.query("select * from identity.users where email = 'taken@example.org'")).toEqual(before);
  });

  it('[REG-05] lets exactly one of many concurrent sign-ups with the same email succeed', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => browser.signUp('race@example.org')));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
  });

  it.each([
    ['seven characters', 'Abcde1!', false, true],
    ['two kinds of characters', 'abcdefgh1', true, false],
    ['nothing', '', false, false],
    ['non-ASCII letters, which count as none of the types', 'äöüäöüäöü1', true, false],
  ])('[REG-06] rejects %s and reports which rules are met', async (_name, password, longEnough, variedEnough) => {
    const before = await countUsers();
    const response = await browser.signUp('weak@example.org', password);
    expect(response.status).toBe(400);
    const body = await json(response);
    expect(body).toMatchObject({ name: 'PasswordStrengthError', code: 'invalid_password', policy: POLICY });
    expect(body.description.rules).toMatchObject([
      { code: 'lengthAtLeast', format: [8], verified: longEnough },
      { code: 'containsAtLeast', format: [3, 4], verified: variedEnough },
    ]);
    expect(await countUsers()).toBe(before);
  });

  it('[REG-06] accepts eight characters of three types, and at most 128 characters', async () => {
    expect((await browser.signUp('three@example.org', 'abcdef1!')).status).toBe(200);
    expect((await browser.signUp('long@example.org', `Aa1${'x'.repeat(125)}`)).status).toBe(200);
    const tooLong = await browser.signUp('longer@example.org', `Aa1${'x'.repeat(126)}`);
    expect(tooLong.status).toBe(400);
    expect(await json(tooLong)).toMatchObject({ code: 'password_too_long', description: expect.any(String) });
  });

  it('sends no more mails to an address than its limit, also if its account was deleted', async () => {
    const limits = { ...service.config.limits, mails: { points: 1, seconds: 3600 } };
    const limited = await serviceForTest({ overrides: { limits } });
    const { apiClientId, apiClientSecret } = limited.config;
    const authorization = `Basic ${Buffer.from(`${apiClientId}:${apiClientSecret}`).toString('base64')}`;
    const { _id } = await json(await new TestBrowser(limited).signUp('ada@example.org'));
    await readMails(limited, 1, 'verify-email');
    await fetch(`${limited.baseUrl}/users/${_id}`, { method: 'DELETE', headers: { authorization } });
    expect((await new TestBrowser(limited).signUp('ada@example.org')).status).toBe(200);
    await expect.poll(() => limited.query('select 1 from identity.mails')).toEqual([]);
    expect(await readMails(limited, 1, 'verify-email')).toHaveLength(1);
  });

  it('accepts the same password composed and decomposed', async () => {
    const password = 'Grün-Ei-7';
    expect((await browser.signUp('umlaut@example.org', password.normalize('NFC'))).status).toBe(200);
    expect((await browser.authenticate('umlaut@example.org', password.normalize('NFD'))).status).toBe(200);
  });

  it('rejects malformed, unknown or too large input', async () => {
    const before = await countUsers();
    const { clientId, connection } = service.config;
    const valid = { client_id: clientId, connection, email: 'new@example.org', password: PASSWORD };
    const invalid = [
      { ...valid, email: 'no address' },
      { ...valid, email: `${'x'.repeat(250)}@example.org` },
      { ...valid, email: ['new@example.org'] },
      { ...valid, email: 'new,other@example.org' },
      { ...valid, email: 'New <new@example.org' },
      { ...valid, email: 'new\u0007@example.org' },
      { ...valid, password: { toString: 'x' } },
      { ...valid, connection: 'another' },
      { ...valid, user_metadata: { deep: { er: 1 } } },
      { ...valid, user_metadata: { plan: 'a\u0000b' } },
      { ...valid, user_metadata: { plan: 'a\ud800' } },
      { ...valid, user_metadata: { 'a\u0000b': 'family' } },
      { ...valid, user_metadata: metadata(11) },
      { ...valid, user_metadata: { ['k'.repeat(101)]: 'v' } },
      { ...valid, user_metadata: { k: 'v'.repeat(501) } },
    ];
    for (const body of invalid) {
      const response = await browser.post('/dbconnections/signup', body);
      expect(response.status, JSON.stringify(body)).toBe(400);
      expect(response.headers.get('content-type')).toContain('application/json');
    }
    expect((await browser.post('/dbconnections/signup', { ...valid, client_id: 'other' })).status).toBe(401);
    const foreign = await browser.post('/dbconnections/signup', valid, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await browser.signUp('new@example.org', 'x'.repeat(20_000))).status).toBe(413);
    const broken = await fetch(`${service.baseUrl}/dbconnections/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":',
    });
    expect(broken.status).toBe(400);
    expect(await json(broken)).toMatchObject({ error: 'invalid_request' });
    expect(await countUsers()).toBe(before);
  });

  it('limits sign-ups per network address', async () => {
    const limits = { ...service.config.limits, address: { points: 3, seconds: 60 } };
    const limited = new TestBrowser(await serviceForTest({ overrides: { limits } }));
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) => limited.signUp(`n${index}@example.org`)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
  });
});

describe('sign-up with admission by the API server', () => {
  /** An API server that admits only this code, and the requests to it. */
  async function startChecks(answers: { status?: number; location?: string; registration: string }) {
    const asked: unknown[] = [];
    const server = createServer(async (request, response) => {
      const body = JSON.parse(await text(request)) as { code?: string; email?: string };
      asked.push(body);
      const { location, status = 200 } = answers;
      const isUnderstood = request.headers['content-type'] === 'application/json';
      response.writeHead(isUnderstood ? status : 415, { ...(location && { location }) });
      response.end(
        JSON.stringify({
          registration: answers.registration,
          admitted: body.code === 'the-code',
          confirmed: body.email === 'guest@example.org',
        }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const registrationUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/check`;
    return { asked, registrationUrl };
  }

  it('is rejected without an invitation, and the code of one is not stored', async () => {
    const { asked, registrationUrl } = await startChecks({ registration: 'invited' });
    const invited = await serviceForTest({ overrides: { registrationUrl } });
    const visitor = new TestBrowser(invited);
    const refused = await visitor.signUp('uninvited@example.org');
    expect(refused.status).toBe(400);
    expect(await json(refused)).toMatchObject({ code: 'registration_invited', description: expect.any(String) });
    const metadata = { invitation: 'the-code', plan: 'family' };
    expect((await visitor.signUp('guest@example.org', PASSWORD, { user_metadata: metadata })).status).toBe(200);
    expect(asked).toEqual([{ email: 'uninvited@example.org' }, { code: 'the-code', email: 'guest@example.org' }]);
    expect(await invited.query('select email, user_metadata from identity.users')).toEqual([
      { email: 'guest@example.org', user_metadata: { plan: 'family' } },
    ]);
  });

  it('an address that the invitation was mailed to is confirmed, and gets no mail to confirm it; another one does', async () => {
    const { registrationUrl } = await startChecks({ registration: 'open' });
    const service = await serviceForTest({ overrides: { registrationUrl } });
    const visitor = new TestBrowser(service);
    const invited = { user_metadata: { invitation: 'the-code' } };
    for (const name of ['guest', 'other']) await visitor.signUp(`${name}@example.org`, PASSWORD, invited);
    expect(await service.query('select email, email_verified from identity.users order by email')).toEqual([
      { email: 'guest@example.org', email_verified: true },
      { email: 'other@example.org', email_verified: false },
    ]);
    const mails = await readMails(service, 1, 'verify-email');
    expect(mails.map((mail) => /^To: (.*?)\r?$/m.exec(mail)?.[1])).toEqual(['other@example.org']);
  });

  it('is rejected if registration is closed, or the API server does not respond', async () => {
    const { registrationUrl } = await startChecks({ registration: 'closed' });
    const closed = new TestBrowser(await serviceForTest({ overrides: { registrationUrl } }));
    expect(await json(await closed.signUp('a@example.org'))).toMatchObject({ code: 'registration_closed' });
    const broken = await startChecks({ status: 500, registration: 'open' });
    const open = await startChecks({ registration: 'open' });
    const moved = await startChecks({ status: 307, location: open.registrationUrl, registration: 'open' });
    const invited = { user_metadata: { invitation: 'the-code' } };
    for (const [url, more] of [
      [broken.registrationUrl, {}],
      [moved.registrationUrl, invited],
      ['http://127.0.0.1:9/check', {}],
    ] as const) {
      const silent = await serviceForTest({ overrides: { registrationUrl: url } });
      expect((await new TestBrowser(silent).signUp('a@example.org', PASSWORD, more)).status).toBe(503);
      expect(await silent.query('select id from identity.users')).toEqual([]);
    }
    const asking = new TestBrowser(await serviceForTest({ overrides: { registrationUrl: open.registrationUrl } }));
    expect((await asking.signUp('a@example.org', PASSWORD, invited)).status).toBe(200);
  });
});
