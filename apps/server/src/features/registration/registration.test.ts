import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegistrationMode } from '@kinreel/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { printStartNotes } from '../../app/start-notes.ts';
import { linkCode } from '../../platform/auth/link-code.ts';
import { deriveKey } from '../../platform/auth/secrets.ts';
import { readConfig } from '../../platform/config/config.ts';
import { newId } from '../../platform/ids.ts';
import { tablesContaining } from '../../testing/find-in-database.ts';
import { loginAs, PROFILE, signUp, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { runHere } from '../../testing/run-command.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { writeSiteInvitationMail } from '../invitations/site-invitations.service.ts';
import { endOwnerCommand, ownerCommand } from '../site-owners/site-owners.command.ts';
import { endOwner, makeOwner, ownerAddress } from '../site-owners/site-owners.service.ts';
import { admit } from './registration.service.ts';

let server: TestServer;
let owner: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  owner = await loginAs(server, { firstName: 'Ottilie' });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await makeOwner(server.deps.db, owner.email);
  await server.deps.db.updateTable('site_settings').set({ registration: null }).execute();
});

const call = (by: TestPerson | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  server.app.inject({ method, url, ...(by && { headers: by.headers }), ...(payload && { payload }) });
const set = (registration: RegistrationMode) => call(owner, 'PUT', '/api/admin/registration', { registration });
const check = async (code?: string) =>
  (await call(null, 'POST', '/api/registration/check', code === undefined ? {} : { code })).json();
const codeIn = (url: string) => new URL(url).searchParams.get('invite') ?? new URL(url).searchParams.get('code') ?? '';

/** Stores the profile of a new account of the identity service. */
async function register(code?: string) {
  const { auth0Id, email, password, headers } = await signUp();
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/user/register',
    payload: { ...PROFILE, auth0Id, email, password, ...(code !== undefined && { code }) },
  });
  return { status: answer.statusCode, code: answer.json().code as string | undefined, id: answer.json().id, headers };
}

/** The newest entry of the site owners' audit log. */
async function lastChange(): Promise<{ kind: string; by: string | undefined }> {
  const [{ kind, by }] = (await call(owner, 'GET', '/api/admin/activity?limit=1')).json();
  return { kind, by: by?.first_name };
}

/** Invites an address. @returns the status, or the error code */
async function invite(by: TestPerson, email: string): Promise<number | string> {
  const answer = await call(by, 'POST', '/api/admin/invitations', { email });
  return answer.json().code ?? answer.statusCode;
}

/** A link to register, created by the site owner. */
async function link(body: object = {}): Promise<{ id: string; code: string }> {
  const answer = await call(owner, 'POST', '/api/admin/invitations', body);
  expect(answer.statusCode).toBe(201);
  return { id: answer.json().id, code: codeIn(answer.json().url) };
}

describe('who may register', () => {
  it("the variable overrides the site owner's setting, which overrides the default for the address", async () => {
    const secret = { PUBLIC_URL: 'https://kin.example' };
    expect(readConfig(secret).registration).toEqual({ mode: 'invited', fixed: false });
    for (const address of ['http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:3000']) {
      expect(readConfig({ PUBLIC_URL: address }).registration).toEqual({ mode: 'open', fixed: false });
    }
    expect(readConfig({ PUBLIC_URL: 'https://localhost.example' }).registration.mode).toBe('invited');
    expect(readConfig({ ...secret, REGISTRATION: 'closed' }).registration).toEqual({ mode: 'closed', fixed: true });
    expect(() => readConfig({ REGISTRATION: 'no' })).toThrow('REGISTRATION must be open, invited or closed');

    const read = async () => (await call(owner, 'GET', '/api/admin/registration')).json();
    expect(await read()).toEqual({ registration: 'open', source: 'default', inviting: 'everyone' });
    expect((await set('invited')).json()).toEqual({ registration: 'invited', source: 'owner', inviting: 'everyone' });
    expect(await lastChange()).toEqual({ kind: 'registration-changed', by: 'Ottilie' });
    expect(await read()).toEqual({ registration: 'invited', source: 'owner', inviting: 'everyone' });
    const { config } = server.deps;
    const before = config.registration;
    config.registration = { mode: 'closed', fixed: true };
    expect(await read()).toEqual({ registration: 'closed', source: 'variable', inviting: 'everyone' });
    expect((await set('open')).json().code).toBe('registration.fixed');
    config.registration = before;
    expect(await read()).toEqual({ registration: 'invited', source: 'owner', inviting: 'everyone' });
  });

  it('open: everybody; invited: only with an invitation; closed: nobody', async () => {
    const { code } = await link({ max_people: 5 });
    expect((await register()).status).toBe(201);
    await set('invited');
    expect(await register()).toMatchObject({ status: 403, code: 'registration.invited' });
    expect(await register('AAAAAAAAAAAAAAAAAAAAAA')).toMatchObject({ status: 403, code: 'registration.invited' });
    expect(await check()).toMatchObject({ registration: 'invited', admitted: false });
    expect(await check(code)).toMatchObject({ registration: 'invited', admitted: true });
    expect((await register(code)).status).toBe(201);
    await set('closed');
    expect(await register(code)).toMatchObject({ status: 403, code: 'registration.closed' });
    expect(await check(code)).toMatchObject({ registration: 'closed', admitted: false });
  });

  it('[SHARE-06] a person who registers by an invitation mail with a relationship has a confirmed address and is connected', async () => {
    const email = `${newId()}@example.org`;
    const said = { relationship: 'family', message: 'Tell us everything, Gran!' };
    expect((await call(owner, 'POST', '/api/admin/invitations', { email, ...said })).statusCode).toBe(201);
    const mail = await mailTo(email);
    expect(mail).toContain('invites you to Kinreel, as family');
    expect(mail).toContain(said.message);
    const code = /\/invitation\/([\w-]{22})/.exec(mail)?.[1] ?? '';
    const preview = (await call(null, 'GET', `/api/invitation/${code}/preview`)).json();
    expect(preview).toMatchObject({ first_name: 'Ottilie', invitation: { ...said, email, has_video: false } });

    const check = { code, email: email.toUpperCase() };
    expect((await call(null, 'POST', '/api/registration/check', check)).json()).toMatchObject({ confirmed: true });
    const other = { code, email: `other-${email}` };
    expect((await call(null, 'POST', '/api/registration/check', other)).json()).toMatchObject({ confirmed: false });

    const account = { ...(await signUp(email)), id: '' };
    const registered = await server.app.inject({
      method: 'POST',
      url: '/api/user/register',
      payload: { ...PROFILE, auth0Id: account.auth0Id, email, password: account.password, code },
    });
    expect(registered.statusCode).toBe(201);
    const accept = (by: Parameters<typeof call>[0]) => call(by, 'POST', '/api/invitation/accept', { code });
    expect((await accept(account)).json()).toEqual({ video_id: null, user_id: owner.id });
    const me = (await call(account, 'GET', '/api/user')).json();
    expect(me).toMatchObject({ email, email_verified: true });
    const connections = (await call(account, 'GET', `/api/connections/${me.id}`)).json();
    expect(connections).toMatchObject([{ relationship: 'family', pending: false, user_id: owner.id }]);
    // A person with an account who uses the link gets a connection request.
    const ada = await loginAs(server, { firstName: 'Ada' });
    await accept(ada);
    const asked = (await call(ada, 'GET', `/api/connections/${ada.id}`)).json();
    expect(asked).toMatchObject([{ pending: true, user_id: owner.id }]);
    expect((await call(ada, 'GET', '/api/user')).json().email).toBe(ada.email);
  });

  it('is also checked for a registration with a token', async () => {
    const { headers } = await signUp();
    await set('invited');
    const complete = (payload: object) =>
      server.app.inject({ method: 'POST', url: '/api/user/register', headers, payload: { ...PROFILE, ...payload } });
    expect((await complete({})).json().code).toBe('registration.invited');
    expect((await complete({ code: (await link()).code })).statusCode).toBe(201);
  });

  it('an invitation allows a number of people, also with concurrent registrations', async () => {
    await set('invited');
    const { id, code } = await link({ max_people: 3 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403, 403]);
    const list = (await call(owner, 'GET', '/api/admin/invitations')).json();
    expect(list.find((one: { id: string }) => one.id === id)).toMatchObject({ people: 3, max_people: 3, email: null });
  });

  it('a concurrent registration waits for the lock of the invitation', async () => {
    const { config, db } = server.deps;
    const { id, code } = await link();
    await db.transaction().execute(async (tx) => {
      expect(await admit(config, tx, code)).toBe(id);
      const free = db.selectFrom('invitations').select('id').where('id', '=', id).forUpdate().skipLocked();
      expect(await free.execute()).toEqual([]);
    });
  });

  it('an invitation expires, and a site owner can end it', async () => {
    await set('invited');
    const ended = await link();
    await server.deps.db
      .updateTable('invitations')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', ended.id)
      .execute();
    expect((await register(ended.code)).code).toBe('registration.invited');
    const [revoked, other] = [await link(), await link()];
    const end = async (id: string) => {
      const answer = await call(owner, 'DELETE', `/api/admin/invitations/${id}`);
      return answer.statusCode === 204 ? 204 : answer.json().code;
    };
    expect(await end(revoked.id)).toBe(204);
    expect((await register(revoked.code)).code).toBe('registration.invited');
    for (const { id } of [revoked, ended]) expect(await end(id)).toBe('invitation.missing');
    const listed = (await call(owner, 'GET', '/api/admin/invitations')).json().map(({ id }: { id: string }) => id);
    expect([ended, revoked, other].map(({ id }) => listed.includes(id))).toEqual([false, false, true]);
    expect((await register(other.code)).status).toBe(201);
    expect(await tablesContaining(server.deps.db, (await link()).code)).toEqual([]);
  });

  it('a list of invitations contains the newest 200', async () => {
    const { db } = server.deps;
    // These have later ids than the newest link.
    const newest = await link();
    const rows = Array.from({ length: 201 }, (_, n) => ({
      id: newId(),
      owner_id: owner.id,
      by_site_owner: true,
      max_people: 1,
      code_hash: Buffer.from(`many ${n}`),
      created_at: new Date(2020, 0, n),
      expires_at: new Date(Date.now() + 3600_000),
    }));
    await db.insertInto('invitations').values(rows).execute();
    const listed = (await call(owner, 'GET', '/api/admin/invitations')).json();
    expect([listed.length, listed[0].id]).toEqual([200, newest.id]);
    await db.deleteFrom('invitations').where('created_at', '<', new Date(2021, 0)).execute();
  });

  it('an invitation to a video allows one person to register, who can accept it then', async () => {
    const video_id = await storedVideo(server, owner.id);
    const email = `${randomUUID()}@example.org`;
    await call(owner, 'POST', '/api/invitation', { video_id, email, relationship: 'family' });
    const mail = await mailTo(email);
    const code = /\/invitation\/([\w-]{22})/.exec(mail)?.[1] ?? '';
    await set('invited');
    const { id } = await server.deps.db
      .selectFrom('invitations')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    // Site owners can only end invitations to register.
    expect((await call(owner, 'DELETE', `/api/admin/invitations/${id}`)).json().code).toBe('invitation.missing');
    const listed = (await call(owner, 'GET', '/api/admin/invitations')).json();
    expect(listed.map((one: { email: string | null }) => one.email)).not.toContain(email);
    const newcomer = await register(code);
    expect(newcomer.status).toBe(201);
    expect((await register(code)).code).toBe('registration.invited');
    const accepted = await server.app.inject({
      method: 'POST',
      url: '/api/invitation/accept',
      headers: newcomer.headers,
      payload: { code },
    });
    expect(accepted.json()).toEqual({ video_id, user_id: owner.id });
  });

  it('an accepted invitation to a video allows nobody else to register', async () => {
    const bea = await loginAs(server);
    const email = `${randomUUID()}@example.org`;
    const video_id = await storedVideo(server, owner.id);
    await call(owner, 'POST', '/api/invitation', { video_id, email, relationship: 'family' });
    const code = /\/invitation\/([\w-]{22})/.exec(await mailTo(email))?.[1] ?? '';
    await set('invited');
    expect(await check(code)).toMatchObject({ admitted: true });
    expect((await call(bea, 'POST', '/api/invitation/accept', { code })).statusCode).toBe(200);
    expect(await check(code)).toMatchObject({ admitted: false });
    expect((await register(code)).code).toBe('registration.invited');
  });

  it('only a site owner can invite by mail, once per address', async () => {
    await set('invited');
    const email = `${randomUUID()}@example.org`;
    const first = await call(owner, 'POST', '/api/admin/invitations', { email, max_people: 7 });
    expect(first.statusCode).toBe(201);
    expect(first.json()).toMatchObject({ email, url: null, max_people: 1, people: 0 });
    const again = await call(owner, 'POST', '/api/admin/invitations', { email: email.toUpperCase() });
    expect([again.statusCode, again.json().id]).toEqual([200, first.json().id]);
    const mail = await mailTo(email);
    expect(mail).toContain('Ottilie Fennick invites you');
    const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
    expect(mail).toContain(date.format(Date.parse(first.json().expires_at)));
    expect((await register(/invite=([\w-]{22})/.exec(mail)?.[1])).status).toBe(201);
    expect(await invite(owner, owner.email)).toBe('invitation.self');
    await set('open');
    const other = await loginAs(server);
    expect((await call(other, 'POST', '/api/admin/invitations', {})).json().code).toBe('owner.only');
  });

  it('a site owner can send 50 mails a day and three per address, none to themselves, only with a confirmed address', async () => {
    const { db } = server.deps;
    const bea = await loginAs(server, { firstName: 'Bea' });
    await makeOwner(db, bea.email);
    const setOwn = (values: { email?: string; email_verified_at?: Date | null }) =>
      db.updateTable('users').set(values).where('id', '=', bea.id).execute();
    await setOwn({ email: bea.email.toUpperCase(), email_verified_at: null });
    const email = `${randomUUID()}@example.org`;
    expect(await invite(bea, bea.email)).toBe('invitation.self');
    expect(await invite(bea, email)).toBe('invitation.unverified');
    await setOwn({ email: bea.email, email_verified_at: new Date() });
    // Another site owner has invited the same address.
    expect([await invite(owner, email), await invite(bea, email), await invite(bea, email)]).toEqual([201, 201, 200]);
    const end = () =>
      db.updateTable('invitations').set({ revoked_at: new Date() }).where('owner_id', '=', bea.id).execute();
    for (const answer of [201, 201, 'invitation.too_many']) {
      await end();
      expect(await invite(bea, email)).toBe(answer);
    }
    await db
      .insertInto('invitations')
      .values(
        Array.from({ length: 46 }, (_, n) => ({
          id: newId(),
          owner_id: bea.id,
          max_people: 1,
          code_hash: Buffer.from(`sent ${n}`),
          expires_at: new Date(),
        })),
      )
      .execute();
    expect(await invite(bea, `a.${email}`)).toBe(201);
    expect(await invite(bea, `b.${email}`)).toBe('invitation.too_many');
    await endOwner(db, bea.email);
  });

  it('an address can be invited again after its invitation ended; other invitations do not change', async () => {
    const { db } = server.deps;
    const bea = await loginAs(server, { firstName: 'Bea' });
    await makeOwner(db, bea.email);
    const [email, otherEmail] = [`${randomUUID()}@example.org`, `${randomUUID()}@example.org`];
    const video_id = await storedVideo(server, owner.id);
    const expired = (more: { owner_id: string; email: string; max_people: number | null; video_id?: string }) => ({
      id: newId(),
      code_hash: Buffer.from(newId()),
      expires_at: new Date(Date.now() - 1000),
      ...more,
      ...(more.max_people === null && { relationship: 'friend' as const }),
    });
    const [own, ...others] = [
      expired({ owner_id: owner.id, email, max_people: 1 }),
      expired({ owner_id: bea.id, email, max_people: 1 }),
      expired({ owner_id: owner.id, email: otherEmail, max_people: 1 }),
      expired({ owner_id: owner.id, email, max_people: null, video_id }),
    ];
    await db
      .insertInto('invitations')
      .values([own as NonNullable<typeof own>, ...others])
      .execute();
    expect(await invite(owner, email)).toBe(201);
    const left = db.selectFrom('invitations').select('id').where('expires_at', '<', new Date());
    const ids = (await left.execute()).map(({ id }) => id);
    expect([own, ...others].map((one) => one && ids.includes(one.id))).toEqual([false, true, true, true]);
    const mail = await mailTo(email);
    expect(mail).toContain('Ottilie Fennick invites you');
    // Its link leads to the registration, which has no such button.
    expect(mail).not.toContain('Not for me');
    expect(await invite(bea, otherEmail)).toBe(201);
    expect(await mailTo(otherEmail)).toContain('Bea Fennick invites you');
    // Each site owner can end it; the audit log names who did.
    const [newest] = (await call(owner, 'GET', '/api/admin/invitations')).json();
    expect((await call(owner, 'DELETE', `/api/admin/invitations/${newest.id}`)).statusCode).toBe(204);
    expect(await lastChange()).toEqual({ kind: 'site-invitation-ended', by: 'Ottilie' });
    await endOwner(db, bea.email);
  });

  it('no mail is sent for an invitation that is a link, was used, or has ended', async () => {
    const { db, appSecret } = server.deps;
    const mailOf = async (id: string) => (await writeSiteInvitationMail(server.deps, id)) !== null;
    expect(await mailOf((await link()).id)).toBe(false);
    const invited = async () => {
      const answer = await call(owner, 'POST', '/api/admin/invitations', { email: `${randomUUID()}@example.org` });
      return answer.json().id as string;
    };
    const [used, ended] = [await invited(), await invited()];
    expect([await mailOf(used), await mailOf(ended)]).toEqual([true, true]);
    expect((await register(linkCode(deriveKey(appSecret, 'invitation'), used))).status).toBe(201);
    await call(owner, 'DELETE', `/api/admin/invitations/${ended}`);
    expect([await mailOf(used), await mailOf(ended)]).toEqual([false, false]);
    await db.deleteFrom('invitations').where('id', '=', ended).execute();
  });
});

it('the operator lists, creates and ends invitations on the command line, on behalf of a site owner', async () => {
  await set('invited');
  const { databaseUrl, publicUrl } = server.deps.config;
  const secret = { APP_SECRET: server.deps.appSecret };
  const env = { DATABASE_URL: databaseUrl ?? '', DATA_DIR: server.dataDir, PUBLIC_URL: publicUrl };
  const run = (...args: string[]) => runHere({ ...env, ...secret }, 'invitations', ...args);
  const made = await run('create', '--people', '2', '--days', '3');
  const [, id = '', day = '', url = ''] =
    /^(\S+) {2}link, 0 of 2 used, until (\S+)\n {2}(\S+)\n$/.exec(made.output) ?? expect.fail(JSON.stringify(made));
  expect((await register(codeIn(url))).status).toBe(201);
  expect((await run()).output).toContain(`${id}  link, 1 of 2 used, until ${day}\n  ${url}\n`);
  const [onPage] = (await call(owner, 'GET', '/api/admin/invitations')).json();
  expect(onPage).toMatchObject({ id, url, people: 1, expires_at: expect.stringContaining(day) });
  expect((Date.parse(onPage.expires_at) - Date.parse(onPage.created_at)) / (24 * 3600_000)).toBeCloseTo(3);
  expect(await run('end', id)).toMatchObject({ code: 0, output: expect.stringContaining('has ended') });
  expect(await run('end', id)).toMatchObject({ code: 1, errors: expect.stringContaining('no open invitation') });
  expect((await register(codeIn(url))).code).toBe('registration.invited');

  const email = `${randomUUID()}@example.org`;
  const mailed = await run('create', email);
  expect(mailed).toMatchObject({ code: 0, output: expect.stringContaining(`mail to ${email}, 0 of 1 used`) });
  expect(mailed.output).not.toContain('invite=');
  expect(await mailTo(email)).toContain('Ottilie Fennick invites you');
  expect((await run('create', email)).output).toContain('No second mail');
  expect(await run('create', owner.email)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('cannot invite themselves'),
  });
  for (const wrong of [['anna'], [email, '--people', '2'], ['--people', '1001'], ['--days', 'x'], [email, email]]) {
    expect(await run('create', ...wrong)).toMatchObject({ code: 64 });
  }

  await set('open');
  const bea = await loginAs(server);
  expect(await run('create', '--from', bea.email)).toMatchObject({
    code: 1,
    errors: `${bea.email} is not a site owner.\n`,
  });
  await makeOwner(server.deps.db, bea.email);
  // The site owner who was named first comes first, also if named again.
  await makeOwner(server.deps.db, owner.email);
  expect(await run('create')).toMatchObject({
    code: 1,
    errors: expect.stringContaining(`--from ${owner.email} or --from ${bea.email}`),
  });
  expect(await run('create', '--from', bea.email.toUpperCase())).toMatchObject({ code: 0 });
  expect(await endOwner(server.deps.db, bea.email.toUpperCase())).toBe(true);
  expect(await run('create')).toMatchObject({ code: 0 });
  await endOwner(server.deps.db, owner.email);
  expect(await run('create')).toMatchObject({ code: 1, errors: expect.stringContaining('no site owner yet') });
  expect(await runHere(env, 'invitations')).toMatchObject({ code: 78, errors: expect.stringContaining('app-secret') });
});

describe('the first site owner', () => {
  const address = async () => (await startLines()).join('\n').match(/http\S+\/owner\?code=\S+/)?.[0] ?? null;

  it('opens the link that each start prints until it was used', async () => {
    expect(await address()).toBeNull();
    await endOwner(server.deps.db, owner.email);
    expect((await call(owner, 'GET', '/api/admin/registration')).json().code).toBe('owner.only');
    const starts = await Promise.all(Array.from({ length: 4 }, () => ownerAddress(server.deps)));
    const first = (await address()) ?? '';
    expect(new Set([first, ...starts]).size).toBe(1);
    const code = codeIn(first);
    expect(await tablesContaining(server.deps.db, code)).toEqual([]);

    const wrong = await call(owner, 'POST', '/api/owner', { code: 'AAAAAAAAAAAAAAAAAAAAAA' });
    expect(wrong.json().code).toBe('owner.code_missing');
    const bea = await loginAs(server);
    const answers = await Promise.all([owner, bea].map((one) => call(one, 'POST', '/api/owner', { code })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
    expect(await address()).toBeNull();
    await endOwner(server.deps.db, bea.email);
  });

  it('can register with it even if registration is closed, and is a site owner in the web app', async () => {
    await set('closed');
    await endOwner(server.deps.db, owner.email);
    const code = codeIn((await address()) ?? '');
    expect(await check(code)).toMatchObject({ registration: 'closed', admitted: true });
    expect(await check('AAAAAAAAAAAAAAAAAAAAAA')).toMatchObject({ registration: 'closed', admitted: false });
    const first = await register(code);
    expect(first.status).toBe(201);
    const user = async () => (await server.app.inject({ url: '/api/user', headers: first.headers })).json();
    expect(await user()).not.toHaveProperty('site_owner');
    const claim = { method: 'POST', url: '/api/owner', headers: first.headers, payload: { code } } as const;
    expect((await server.app.inject(claim)).statusCode).toBe(204);
    expect(await user()).toMatchObject({ site_owner: true });
    expect((await server.app.inject(claim)).json().code).toBe('owner.code_missing');
    expect(await check(code)).toMatchObject({ registration: 'closed', admitted: false });
    await server.deps.db.updateTable('users').set({ site_owner_since: null }).where('id', '=', first.id).execute();
  });

  it('the operator can name another one, and the printed link expires', async () => {
    await endOwner(server.deps.db, owner.email);
    const code = codeIn((await address()) ?? '');
    expect(await makeOwner(server.deps.db, 'nobody@example.org')).toBe(false);
    expect(codeIn((await address()) ?? '')).toBe(code);
    expect(await makeOwner(server.deps.db, owner.email.toUpperCase())).toBe(true);
    expect((await call(await loginAs(server), 'POST', '/api/owner', { code })).json().code).toBe('owner.code_missing');
    const run = async (command: typeof ownerCommand, address: string) => {
      let exit = -1;
      const lines = await printed(async () => {
        exit = await command.run([address], () => server.deps.config);
      });
      return [exit, lines.join()];
    };
    expect(await run(endOwnerCommand, owner.email)).toEqual([
      0,
      expect.stringMatching(/is no longer a site owner\..*This site has no site owner now\./),
    ]);
    expect(await run(endOwnerCommand, owner.email)).toEqual([1, `${owner.email} is not a site owner.`]);
    const confirm = (email_verified_at: Date | null) =>
      server.deps.db.updateTable('users').set({ email_verified_at }).where('id', '=', owner.id).execute();
    await confirm(null);
    expect(await run(ownerCommand, owner.email)).toEqual([1, expect.stringContaining(`address verify ${owner.email}`)]);
    expect(await run(endOwnerCommand, owner.email)).toEqual([1, `${owner.email} is not a site owner.`]);
    await confirm(new Date());
    expect(await run(ownerCommand, owner.email)).toEqual([0, `${owner.email} is a site owner.`]);
    expect(await run(ownerCommand, 'nobody@example.org')).toEqual([
      1,
      expect.stringContaining('Nobody has registered'),
    ]);
  });

  it('each start prints who may register, except for open registration on localhost', async () => {
    expect(await startLines()).toEqual([]);
    await set('closed');
    expect((await startLines()).join()).toContain('Nobody new can register (a site owner has set this).');
    const elsewhere = { ...server.deps, config: readConfig({ PUBLIC_URL: 'https://kin.example' }) };
    await server.deps.db.updateTable('site_settings').set({ registration: null }).execute();
    expect((await startLines(elsewhere)).join()).toContain('Only people with an invitation can register');
  });
});

/** What is printed meanwhile. Only one test of this process runs at a time. */
async function printed(work: () => Promise<void>): Promise<string[]> {
  const lines: string[] = [];
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((line) => void lines.push(String(line))),
  );
  await work();
  for (const spy of spies) spy.mockRestore();
  return lines;
}

/** The lines that a start prints. */
const startLines = (deps: Parameters<typeof printStartNotes>[0] = server.deps) => printed(() => printStartNotes(deps));

/** Runs the jobs. @returns the mail to an address, as text */
async function mailTo(email: string): Promise<string> {
  await server.drainJobs();
  const { dir } = server.deps.config.mail;
  const all = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), 'utf8')));
  return (all.find((mail) => mail.includes(`To: ${email}`)) ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
}
