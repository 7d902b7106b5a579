import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteExpired } from '../cleanup.ts';
import { openDatabase } from '../database.ts';
import { apiServerForTest } from '../testing/api-server.ts';
import {
  CODE_VERIFIER,
  claimsOf,
  codeOf,
  fragmentOf,
  json,
  LANDING,
  type MailLink,
  PASSWORD,
  readMails,
  serviceForTest,
  startService,
  TestBrowser,
  type TestService,
  ticketIn,
} from '../testing/support.ts';
import { deleteOldAddressChanges, writeAddressNotice, writeNewAddressMail } from './address-change.service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NEW_PASSWORD = 'Autumn-Moon-43';

let service: TestService;
let browser: TestBrowser;
let token: string;
let email: string;
let past = 0;
let people = 0;

beforeAll(async () => {
  service = await startService({ appOptions: { now: () => new Date(Date.now() - past) } });
});
afterAll(() => service?.stop());
beforeEach(async () => {
  past = 0;
  people += 1;
  email = `ada${people}@example.org`;
  browser = new TestBrowser(service);
  await browser.signUp(email);
  token = (await browser.logIn(email)).get('access_token') ?? '';
});

const bearer = () => ({ authorization: `Bearer ${token}` });
const post = (path: string, body: object) => browser.post(path, body, bearer());
const account = async () => json(await fetch(`${service.baseUrl}/account`, { headers: bearer() }));
const isTokenValid = async (of = token) =>
  (await fetch(`${service.baseUrl}/userinfo`, { headers: { authorization: `Bearer ${of}` } })).status === 200;
const canLogIn = async (as: string, password: string) =>
  (await new TestBrowser(service).authenticate(as, password)).status === 200;

/** The ticket of the newest of `count` mails to an address with a link of this kind. */
async function ticketTo(address: string, link: MailLink, count = 1, at: TestService = service): Promise<string> {
  await untilSent(at);
  const mails = (await readMails(at, 0, link)).filter((mail) => mail.includes(`To: ${address}`));
  expect(mails.length).toBeGreaterThanOrEqual(count);
  return ticketIn(mails.at(-1));
}

/** Waits until no mail waits for its first attempt. */
async function untilSent(at: TestService = service): Promise<void> {
  await expect.poll(() => at.query('select 1 from identity.mails where last_error is null')).toEqual([]);
}

/** Another person who is logged in, has requested another address and a reset link. */
async function anotherAccount() {
  const name = `bob-${email}`;
  const bob = new TestBrowser(service);
  await bob.signUp(name);
  const theirs = (await bob.logIn(name)).get('access_token') ?? '';
  const headers = { authorization: `Bearer ${theirs}` };
  const body = { current_password: PASSWORD, email: `bobs-${email}` };
  expect((await bob.post('/account/email', body, headers)).status).toBe(202);
  await bob.requestReset(name);
  const reset = await ticketTo(name, 'password-reset');
  return {
    /** Checks that changes of other accounts have not affected this one. */
    isUntouched: async () => [
      (await json(await bob.get('/account', {}, headers))).new_email === body.email,
      (await bob.get('/password-reset', { ticket: reset })).status === 200,
      await canLogIn(name, PASSWORD),
    ],
  };
}
const UNTOUCHED = [true, true, true];

/** When the account was changed, in milliseconds after its creation. */
async function changedAfter(as: string): Promise<number> {
  const [row] = await service.query<{ after: number }>(
    'select extract(epoch from updated_at - created_at)::float * 1000 as after from identity.users where email = $1',
    [as],
  );
  return row?.after ?? 0;
}

const exchange = (code: string) =>
  browser.postForm('/oauth/token', {
    grant_type: 'authorization_code',
    client_id: service.config.clientId,
    redirect_uri: LANDING,
    code,
    code_verifier: CODE_VERIFIER,
  });

const askFor = (wanted: string, password = PASSWORD) =>
  post('/account/email', { current_password: password, email: wanted });

describe('a proof of the password', () => {
  it('is valid for the API server, this person and five minutes', async () => {
    const response = await post('/account/proof', { password: PASSWORD });
    expect(response.status).toBe(200);
    const { proof, expires_in } = await json(response);
    const keys = createLocalJWKSet(await json(await fetch(`${service.baseUrl}/.well-known/jwks.json`)));
    const { payload } = await jwtVerify(proof, keys, { typ: 'proof+jwt', audience: service.config.apiClientId });
    expect(payload).toMatchObject({
      purpose: 'delete-account',
      iss: service.config.issuer,
      sub: claimsOf(token).sub,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(expires_in);
    // Nothing else accepts the proof.
    expect(await isTokenValid(proof)).toBe(false);
  });

  it('requires the right password, and counts wrong ones as failed logins', async () => {
    const two = { points: 2, seconds: 900 };
    const limited = await serviceForTest({
      overrides: { limits: { ...service.config.limits, account: { points: 3, seconds: 900 }, addressAndAccount: two } },
    });
    const other = new TestBrowser(limited);
    await other.signUp(email);
    const authorization = `Bearer ${(await other.logIn(email)).get('access_token')}`;
    const ask = async (by: TestBrowser, password: string, more = {}) =>
      (await by.post('/account/proof', { password }, { authorization, ...more })).status;
    const away = { 'x-forwarded-for': '203.0.113.9' };
    const stranger = new TestBrowser(limited);
    const guesses = [];
    for (const more of [{}, {}, {}, away, away]) guesses.push(await ask(stranger, 'Wrong-horse-7', more));
    expect(guesses).toEqual([403, 403, 429, 403, 429]);
    // An attacker with a token does not use up the attempts of the known device.
    expect(await ask(other, PASSWORD)).toBe(200);
  });
});

describe('a change of the password', () => {
  it('requires the current one, sends a mail, and logs out everywhere else', async () => {
    const stranger = await anotherAccount();
    const other = (await new TestBrowser(service).logIn(email)).get('access_token') ?? '';
    // Everything that could start a session or get a token with the old password.
    const halfway = new TestBrowser(service);
    const { login_ticket } = await json(await halfway.authenticate(email));
    const code = await codeOf(browser);
    expect((await post('/account/password', { current_password: 'x', new_password: NEW_PASSWORD })).status).toBe(403);
    expect((await post('/account/password', { current_password: PASSWORD, new_password: 'weak' })).status).toBe(400);
    expect(await canLogIn(email, PASSWORD)).toBe(true);

    const changed = await post('/account/password', { current_password: PASSWORD, new_password: NEW_PASSWORD });
    expect(changed.status).toBe(204);
    expect(await isTokenValid()).toBe(true);
    expect(await isTokenValid(other)).toBe(false);
    expect([await canLogIn(email, PASSWORD), await canLogIn(email, NEW_PASSWORD)]).toEqual([false, true]);
    expect(fragmentOf(await halfway.authorize({ login_ticket })).get('error')).toBe('access_denied');
    expect((await exchange(code)).status).toBe(400);
    expect(await changedAfter(email)).toBeGreaterThan(0);
    expect(await stranger.isUntouched()).toEqual(UNTOUCHED);
    await untilSent();
    const files = (await readdir(service.mailDir)).map((name) => readFile(join(service.mailDir, name), 'utf8'));
    const mails = (await Promise.all(files)).filter((mail) => mail.includes(`To: ${email}`));
    expect(mails.filter((mail) => mail.includes('Subject: Your Kinreel password was changed'))).toHaveLength(1);
  });

  it('ends all sessions if it is made without one', async () => {
    const { apiClientId: client_id, apiClientSecret: client_secret } = service.config;
    const grant = { grant_type: 'password', client_id, client_secret, username: email, password: PASSWORD };
    const { access_token } = await json(await browser.postForm('/oauth/token', grant));
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await browser.post('/account/password', body, headers)).status).toBe(204);
    expect([await isTokenValid(), await isTokenValid(access_token)]).toEqual([false, true]);
  });

  it('changes nothing if the password has changed since it was checked', async () => {
    const change = `update identity.users set password_hash = 'another' where email = '${email}'`;
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    const response = await service.whileHolding(change, 1, () => post('/account/password', body));
    expect([response.status, (await json(response)).error]).toEqual([403, 'wrong_password']);
    const [user] = await service.query('select password_hash from identity.users where email = $1', [email]);
    expect(user).toEqual({ password_hash: 'another' });
    expect(await isTokenValid()).toBe(true);
  });

  it('keeps other sessions if requested, and invalidates reset links in any case', async () => {
    const other = (await new TestBrowser(service).logIn(email)).get('access_token') ?? '';
    await browser.requestReset(email);
    const ticket = await ticketTo(email, 'password-reset');
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD, end_others: false };
    expect((await post('/account/password', body)).status).toBe(204);
    expect([await isTokenValid(), await isTokenValid(other)]).toEqual([true, true]);
    expect((await browser.get('/password-reset', { ticket })).status).toBe(410);
  });
});

describe('a change of the address', () => {
  it('takes effect when the new address is confirmed, and ends all sessions', async () => {
    const wanted = `new-${email}`;
    expect((await askFor(wanted, 'Wrong-horse-7')).status).toBe(403);
    expect((await askFor(email)).status).toBe(400);
    expect((await askFor(wanted.toUpperCase())).status).toBe(202);
    expect(await account()).toEqual({ email, email_verified: false, new_email: wanted });

    const ticket = await ticketTo(wanted, 'email/confirm');
    const undo = await ticketTo(email, 'email/undo');
    expect(await (await browser.get('/email/confirm', { ticket })).text()).toContain(wanted);
    for (const [kind, wrong] of [
      ['confirm', 'never-was'],
      ['confirm', undo],
      ['undo', ticket],
    ] as const) {
      expect((await browser.get(`/email/${kind}`, { ticket: wrong })).status).toBe(410);
      expect((await browser.postForm(`/email/${kind}`, { ticket: wrong })).status).toBe(410);
    }
    const stranger = await anotherAccount();
    await browser.requestReset(email);
    const reset = await ticketTo(email, 'password-reset');
    const verification = await ticketTo(email, 'verify-email');
    // Opening the page changes nothing, because mail programs open links.
    expect(await canLogIn(email, PASSWORD)).toBe(true);
    expect((await browser.postForm('/email/confirm', { ticket })).status).toBe(200);
    expect([await canLogIn(email, PASSWORD), await canLogIn(wanted, PASSWORD)]).toEqual([false, true]);
    expect(await isTokenValid()).toBe(false);
    expect((await browser.postForm('/email/confirm', { ticket })).status).toBe(410);
    // Nobody can use the old address while the change can be undone.
    expect((await browser.signUp(email)).status).toBe(400);
    // Links sent to the old address have no effect any more, and do not show the new address.
    for (const [path, link] of [
      ['/password-reset', reset],
      ['/verify-email', verification],
    ] as const) {
      expect((await browser.get(path, { ticket: link })).status).toBe(410);
    }
    expect(await changedAfter(wanted)).toBeGreaterThan(0);
    expect(await stranger.isUntouched()).toEqual(UNTOUCHED);
    token = (await browser.logIn(wanted)).get('access_token') ?? '';
    expect(await account()).toEqual({ email: wanted, email_verified: true, new_email: null });

    // The old address is still available for its person.
    await askFor(email);
    expect((await browser.postForm('/email/confirm', { ticket: await ticketTo(email, 'email/confirm') })).status).toBe(
      200,
    );
    expect(await canLogIn(email, PASSWORD)).toBe(true);
  });

  it('works once, also for concurrent uses of its links', async () => {
    const wanted = `once-${email}`;
    await askFor(wanted);
    for (const [kind, address] of [
      ['confirm', wanted],
      ['undo', email],
    ] as const) {
      const ticket = await ticketTo(address, `email/${kind}`);
      const uses = await service.whileHolding(`select 1 from identity.users for update`, 2, () =>
        Promise.all([1, 2].map(() => browser.postForm(`/email/${kind}`, { ticket }))),
      );
      expect(uses.map(({ status }) => status).sort(), kind).toEqual([200, 410]);
    }
  });

  it('is limited to one at a time per person', async () => {
    const wanted = [`x-${email}`, `y-${email}`];
    const asked = await service.whileHolding('select 1 from identity.users for update', 2, () =>
      Promise.all(wanted.map((address) => askFor(address))),
    );
    expect(asked.map(({ status }) => status)).toEqual([202, 202]);
    const changes = await service.query('select 1 from identity.address_changes where old_email = $1', [email]);
    expect(changes).toHaveLength(1);
  });

  it('gives an address to one of two accounts that confirm it concurrently', async () => {
    const wanted = `both-${email}`;
    const other = new TestBrowser(service);
    await other.signUp(`other-${email}`);
    const headers = { authorization: `Bearer ${(await other.logIn(`other-${email}`)).get('access_token')}` };
    await askFor(wanted);
    const first = await ticketTo(wanted, 'email/confirm');
    await other.post('/account/email', { current_password: PASSWORD, email: wanted }, headers);
    await ticketTo(wanted, 'email/confirm', 2);
    const mails = (await readMails(service, 2, 'email/confirm')).filter((mail) => mail.includes(`To: ${wanted}`));
    const tickets = mails.map(ticketIn);
    expect(tickets).toContain(first);
    const lock = `select pg_advisory_xact_lock(hashtextextended('address ${wanted}', 0))`;
    const uses = await service.whileHolding(lock, 2, () =>
      Promise.all(tickets.map((ticket) => browser.postForm('/email/confirm', { ticket }))),
    );
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is reported to the API server before the response, also when it is undone', async () => {
    const api = await apiServerForTest();
    const at = await serviceForTest({ overrides: { logoutUrl: api.logoutUrl } });
    const other = new TestBrowser(at);
    await other.signUp(email);
    const theirs = (await other.logIn(email)).get('access_token');
    const body = { current_password: PASSWORD, email: `new-${email}` };
    await other.post('/account/email', body, { authorization: `Bearer ${theirs}` });
    const confirm = await ticketTo(body.email, 'email/confirm', 1, at);
    const undo = await ticketTo(email, 'email/undo', 1, at);
    for (const [path, ticket, session_epoch] of [
      ['/email/confirm', confirm, 1],
      ['/email/undo', undo, 2],
    ] as const) {
      expect((await other.postForm(path, { ticket })).status).toBe(200);
      expect(api.heard()).toContainEqual(expect.objectContaining({ sub: claimsOf(theirs).sub, session_epoch }));
    }
  });

  it('can be cancelled from the old address before it is confirmed', async () => {
    const wanted = `never-${email}`;
    const stranger = await anotherAccount();
    await askFor(wanted);
    const confirm = await ticketTo(wanted, 'email/confirm');
    const undo = await ticketTo(email, 'email/undo');
    expect((await browser.postForm('/email/undo', { ticket: undo })).status).toBe(200);
    expect((await browser.postForm('/email/confirm', { ticket: confirm })).status).toBe(410);
    expect([await isTokenValid(), await canLogIn(email, PASSWORD)]).toEqual([false, false]);
    expect(await stranger.isUntouched()).toEqual(UNTOUCHED);
  });

  it('is not undone if another account has the old address', async () => {
    const wanted = `gone-${email}`;
    await askFor(wanted);
    await browser.postForm('/email/confirm', { ticket: await ticketTo(wanted, 'email/confirm') });
    const undo = await ticketTo(email, 'email/undo');
    await new TestBrowser(service).signUp(`other-${email}`);
    await service.query('update identity.users set email = $1 where email = $2', [email, `other-${email}`]);
    expect((await browser.postForm('/email/undo', { ticket: undo })).status).toBe(409);
    expect(await canLogIn(wanted, PASSWORD)).toBe(true);
  });

  it('sends no mail if there is nothing to confirm or undo any more', async () => {
    const { db, close } = openDatabase(service.databaseUrl, () => {});
    const now = () => new Date();
    const deps = { db, now, config: service.config } as Parameters<typeof writeNewAddressMail>[0];
    const change = async (new_email: string, expires: number, changed: number | null) => {
      const id = randomUUID();
      await service.query(
        `insert into identity.address_changes (id, user_id, old_email, new_email, created_at, expires_at, changed_at)
         select $1, id, email, $2, now(), now() + $3 * interval '1 day', now() + $4 * interval '1 day'
         from identity.users where email = $5`,
        [id, new_email, expires, changed, email],
      );
      return id;
    };
    const open = await change(`free-${email}`, 1, null);
    const ids = [null, randomUUID(), await change(`a-${email}`, 1, 0), await change(`b-${email}`, -1, null), open];
    const written = [];
    for (const id of ids) written.push((await writeNewAddressMail(deps, id)) !== null);
    expect(written).toEqual([false, false, false, false, true]);
    expect(await writeAddressNotice(deps, null)).toBeNull();

    const undoable = await change(`c-${email}`, -10, -13);
    await change(`d-${email}`, -10, -15);
    await deleteOldAddressChanges(db, new Date());
    await close();
    const left = await service.query<{ id: string }>('select id from identity.address_changes where old_email = $1', [
      email,
    ]);
    expect(left.map(({ id }) => id).sort()).toEqual([open, ids[2], undoable].sort());
  });

  it('can be undone from the old address for 14 days, which also invalidates the password', async () => {
    const [wanted, third] = [`b-${email}`, `c-${email}`];
    await askFor(wanted);
    await browser.postForm('/email/confirm', { ticket: await ticketTo(wanted, 'email/confirm') });
    const undo = await ticketTo(email, 'email/undo');
    // The attacker changes to a third address.
    token = (await browser.logIn(wanted)).get('access_token') ?? '';
    await askFor(third);
    await browser.postForm('/email/confirm', { ticket: await ticketTo(third, 'email/confirm') });
    const undoByThief = await ticketTo(wanted, 'email/undo');

    expect((await browser.get('/email/undo', { ticket: undo })).status).toBe(200);
    expect((await browser.postForm('/email/undo', { ticket: undo }, { origin: 'https://other.example' })).status).toBe(
      403,
    );
    expect((await browser.postForm('/email/undo', { ticket: undo })).status).toBe(200);
    expect([await canLogIn(third, PASSWORD), await canLogIn(email, PASSWORD)]).toEqual([false, false]);
    expect((await browser.postForm('/email/undo', { ticket: undoByThief })).status).toBe(410);
    const reset = { ticket: await ticketTo(email, 'password-reset'), password: NEW_PASSWORD, repeated: NEW_PASSWORD };
    expect((await browser.postForm('/password-reset', reset)).status).toBe(200);
    expect(await canLogIn(email, NEW_PASSWORD)).toBe(true);
  });

  it('cannot be undone or confirmed too late', async () => {
    const wanted = `late-${email}`;
    past = 18 * DAY_MS;
    token = (await browser.logIn(email)).get('access_token') ?? '';
    await askFor(wanted);
    const confirm = await ticketTo(wanted, 'email/confirm');
    past = 14 * DAY_MS;
    expect((await browser.get('/email/confirm', { ticket: confirm })).status).toBe(410);
    expect((await browser.postForm('/email/confirm', { ticket: confirm })).status).toBe(410);
    token = (await browser.logIn(email)).get('access_token') ?? '';
    expect((await account()).new_email).toBeNull();
    await askFor(wanted);
    await browser.postForm('/email/confirm', { ticket: await ticketTo(wanted, 'email/confirm', 2) });
    const undo = await ticketTo(email, 'email/undo', 2);
    expect((await browser.get('/email/undo', { ticket: undo })).status).toBe(200);
    past = 0;
    expect((await browser.get('/email/undo', { ticket: undo })).status).toBe(410);
    expect((await browser.postForm('/email/undo', { ticket: undo })).status).toBe(410);
    // From now on another person can use it.
    expect((await browser.signUp(email)).status).toBe(200);
  });

  it('to the address of another account responds the same, and changes nothing', async () => {
    const other = `other-${email}`;
    await new TestBrowser(service).signUp(other);
    expect((await askFor(other)).status).toBe(202);
    expect((await account()).new_email).toBe(other);
    await ticketTo(email, 'email/undo');
    await expect.poll(() => service.query('select 1 from identity.mails')).toEqual([]);
    expect((await readMails(service, 0, 'email/confirm')).filter((mail) => mail.includes(`To: ${other}`))).toEqual([]);
  });

  it('fails if another account takes the address first', async () => {
    const wanted = `wanted-${email}`;
    await askFor(wanted);
    const ticket = await ticketTo(wanted, 'email/confirm');
    await new TestBrowser(service).signUp(wanted);
    expect((await browser.postForm('/email/confirm', { ticket })).status).toBe(409);
    expect(await isTokenValid()).toBe(true);
  });

  it('is cancelled on request, or by requesting another address', async () => {
    const [first, second] = [`1-${email}`, `2-${email}`];
    const stranger = await anotherAccount();
    await askFor(first);
    const ticket = await ticketTo(first, 'email/confirm');
    await askFor(second);
    expect((await browser.get('/email/confirm', { ticket })).status).toBe(410);
    const response = await fetch(`${service.baseUrl}/account/asked-email`, { method: 'DELETE', headers: bearer() });
    expect(response.status).toBe(204);
    expect(await account()).toMatchObject({ email, new_email: null });
    expect(await stranger.isUntouched()).toEqual(UNTOUCHED);
  });

  it('limits the mails per address', async () => {
    const limited = await serviceForTest({
      overrides: { limits: { ...service.config.limits, mails: { points: 2, seconds: 3600 } } },
    });
    const statuses: number[] = [];
    for (const name of ['eve@example.org', 'mallory@example.org']) {
      const other = new TestBrowser(limited);
      await other.signUp(name);
      const headers = { authorization: `Bearer ${(await other.logIn(name)).get('access_token')}` };
      for (const wanted of ['victim@example.org', 'victim@example.org', 'another@example.org']) {
        const body = { current_password: PASSWORD, email: wanted };
        statuses.push((await other.post('/account/email', body, headers)).status);
      }
    }
    // Eve has used up her own limit, Mallory that of the victim.
    expect(statuses).toEqual([202, 202, 429, 429, 429, 429]);
  });
});

describe('deleting an account', () => {
  it('deletes all its rows, and can be repeated', async () => {
    await askFor(`new-${email}`);
    await browser.requestReset(email);
    const { _id } = await json(await new TestBrowser(service).signUp(`gone-${email}`));
    const [{ id } = { id: '' }] = await service.query<{ id: string }>(
      'select id from identity.users where email = $1',
      [email],
    );
    const { apiClientId, apiClientSecret } = service.config;
    const authorization = `Basic ${Buffer.from(`${apiClientId}:${apiClientSecret}`).toString('base64')}`;
    for (let times = 0; times < 2; times += 1) {
      const response = await fetch(`${service.baseUrl}/users/${id}`, { method: 'DELETE', headers: { authorization } });
      expect(response.status).toBe(204);
    }
    expect(await isTokenValid()).toBe(false);
    const tables = await service.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'identity' and column_name in ('user_id', 'email', 'old_email', 'new_email') and table_name <> 'logout_notices'`,
    );
    expect(tables.length).toBeGreaterThan(8);
    for (const { table_name, column_name } of tables) {
      const left = await service.query(`select 1 from identity.${table_name} where ${column_name}::text in ($1, $2)`, [
        id,
        email,
      ]);
      expect(left, `${table_name}.${column_name}`).toEqual([]);
    }
    expect(await service.query('select 1 from identity.users where id = $1', [_id])).toHaveLength(1);
  });
});

describe('activity', () => {
  /** Kinds of an account's activity, newest first, as the API server reads them. */
  async function activityOf(id: string, query = 'limit=100') {
    const { apiClientId, apiClientSecret } = service.config;
    const authorization = `Basic ${Buffer.from(`${apiClientId}:${apiClientSecret}`).toString('base64')}`;
    const answer = await fetch(`${service.baseUrl}/users/${id}/activity?${query}`, { headers: { authorization } });
    return (await json(answer)).activity as { id: string; kind: string; at: string; browser: string | null }[];
  }
  const kindsOf = async (id: string) => (await activityOf(id)).map(({ kind }) => kind);
  const userId = async () =>
    (await service.query<{ id: string }>('select id from identity.users where email = $1', [email]))[0]?.id ?? '';

  it('has logins on unknown devices, and none on known ones', async () => {
    const id = await userId();
    expect(await kindsOf(id)).toEqual(['new-device']);
    await browser.logIn(email);
    expect(await kindsOf(id)).toEqual(['new-device']);
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await new TestBrowser(service, { 'user-agent': agent }).logIn(email);
    expect(await activityOf(id)).toMatchObject([{ kind: 'new-device', browser: 'Firefox' }, { kind: 'new-device' }]);
  });

  it('has changes of password and address, ended logins and links made by site owners, page by page', async () => {
    const id = await userId();
    await new TestBrowser(service).logIn(email);
    await post('/account/password', { current_password: PASSWORD, new_password: NEW_PASSWORD });
    expect(await kindsOf(id)).toEqual(['device-logged-out', 'password-changed', 'new-device', 'new-device']);
    await post('/account/email', { current_password: NEW_PASSWORD, email: `new-${email}` });
    const ticket = await ticketTo(`new-${email}`, 'email/confirm');
    await browser.postForm('/email/confirm', { ticket });
    expect((await kindsOf(id)).slice(0, 2).sort()).toEqual(['address-changed', 'logged-out-everywhere']);
    const { apiClientId, apiClientSecret } = service.config;
    const authorization = `Basic ${Buffer.from(`${apiClientId}:${apiClientSecret}`).toString('base64')}`;
    await fetch(`${service.baseUrl}/users/${id}/reset-link`, { method: 'POST', headers: { authorization } });
    const all = await activityOf(id);
    expect(all).toHaveLength(7);
    expect(all[0]?.kind).toBe('reset-link-made');
    const [first] = await activityOf(id, 'limit=1');
    const after = new URLSearchParams({ limit: '100', at: first?.at ?? '', id: first?.id ?? '' });
    expect([first, ...(await activityOf(id, String(after)))]).toEqual(all);
  });

  it('is deleted after a year', async () => {
    const id = await userId();
    const { db, close } = openDatabase(service.databaseUrl, () => {});
    await deleteExpired(db, new Date(Date.now() + 364 * DAY_MS));
    expect(await kindsOf(id)).toEqual(['new-device']);
    await deleteExpired(db, new Date(Date.now() + 366 * DAY_MS));
    expect(await kindsOf(id)).toEqual([]);
    await close();
  });
});
