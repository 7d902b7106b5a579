import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Inviting, RelativeInvitation, RelativeInvitationsResponse } from '@kinreel/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loginAs, PROFILE, signUp, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { sendMail } from '../mails/mails.service.ts';
import { makeOwner } from '../site-owners/site-owners.service.ts';
import { writeSiteInvitationMail } from './site-invitations.service.ts';

let server: TestServer;
let siteOwner: TestPerson;
let corvin: TestPerson;
let tavi: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  corvin = await loginAs(server, { firstName: 'Corvin' });
  tavi = await loginAs(server, { firstName: 'Tavi' });
  siteOwner = await loginAs(server, { firstName: 'Ottilie' });
  await makeOwner(server.deps.db, siteOwner.email);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await set('everyone');
  for (const table of ['connections', 'invitations'] as const) await server.deps.db.deleteFrom(table).execute();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (by: TestPerson | { headers: object }, method: Method, url: string, payload?: object) =>
  server.app.inject({ method, url, headers: { ...by.headers }, ...(payload && { payload }) });
const set = (inviting: Inviting) =>
  call(siteOwner, 'PUT', '/api/admin/registration', { registration: 'invited', inviting });
const invite = (by: TestPerson, body: object) => call(by, 'POST', '/api/invitation/relatives', body);
const listed = async (by: TestPerson): Promise<RelativeInvitationsResponse> =>
  (await call(by, 'GET', '/api/invitation/relatives')).json();
const codeIn = (url: string | null) => url?.split('/').at(-1) ?? '';

/** A link from Corvin for his family. */
async function link(): Promise<RelativeInvitation> {
  return (await invite(corvin, { relationship: 'family' })).json();
}

/** Registers a new person with a code, and accepts the invitation. @returns the status, and their connections */
async function register(
  code: string,
  address?: string,
): Promise<{ status: number; connected: unknown[]; email: string }> {
  const { auth0Id, email, password, headers } = await signUp(address);
  const payload = { ...PROFILE, auth0Id, email, password, code };
  const answer = await server.app.inject({ method: 'POST', url: '/api/user/register', payload });
  if (answer.statusCode !== 201) return { status: answer.statusCode, connected: [], email };
  await call({ headers }, 'POST', '/api/invitation/accept', { code });
  const connections = (await call({ headers }, 'GET', `/api/connections/${answer.json().id}`)).json();
  return { status: answer.statusCode, connected: connections, email };
}

describe('invitations by a relative', () => {
  test('with a link: several people register and are connected; it is created once, listed and cancelled', async () => {
    const first = await link();
    expect(first).toMatchObject({ email: null, relationship: 'family', people: 0, max_people: 20 });
    expect((await invite(corvin, { relationship: 'family' })).json().id).toBe(first.id);
    for (const people of [1, 2]) {
      const { status, connected } = await register(codeIn(first.url));
      expect(status).toBe(201);
      expect(connected).toMatchObject([{ first_name: 'Corvin', relationship: 'family', pending: false }]);
      expect((await listed(corvin)).invitations).toMatchObject([{ id: first.id, people }]);
    }
    expect((await call(corvin, 'DELETE', `/api/invitation/relatives/${first.id}`)).statusCode).toBe(204);
    expect((await listed(corvin)).invitations).toEqual([]);
    expect((await register(codeIn(first.url))).status).toBe(403);
  });

  test('by mail: contains message and names, can be sent again, and no list contains the code', async () => {
    const body = { email: 'Aunt@Example.org', relationship: 'family', message: ' Come and see us! ' };
    const answer = await invite(corvin, body);
    expect([answer.statusCode, answer.json().url]).toEqual([201, null]);
    expect((await invite(corvin, body)).statusCode).toBe(200);
    const { id } = answer.json();
    const mail = await writeSiteInvitationMail(server.deps, id);
    if (mail === null || mail === 'later' || !('kind' in mail)) throw new Error('There is no mail to send');
    const { text } = await mail.content();
    expect(text).toContain('Corvin');
    expect(text).toContain('Come and see us!');
    expect(text).toContain('Not for you? Open the page and press Not for me.');
    expect((await call(corvin, 'POST', `/api/invitation/relatives/${id}/again`)).statusCode).toBe(204);
    const mails = await server.deps.db.selectFrom('mails').select('params').where('kind', '=', 'invitation').execute();
    expect(mails.filter(({ params }) => JSON.stringify(params).includes(id))).toHaveLength(2);

    // After three mails in a week, sending fails.
    for (let sent = 0; sent < 3; sent += 1) expect(await sendMail(server.deps, mail)).toBeNull();
    expect((await call(corvin, 'POST', `/api/invitation/relatives/${id}/again`)).json().code).toBe(
      'invitation.repeated',
    );
  });

  test('after a registration by the mail only the sender gets a mail: their invitation was accepted', async () => {
    const email = 'petra@example.org';
    const { id } = (await invite(corvin, { email, relationship: 'family' })).json();
    const mail = await writeSiteInvitationMail(server.deps, id);
    const code = /\/invitation\/([\w-]{22})/.exec((mail as { declineUrl: string }).declineUrl)?.[1] ?? '';
    expect((await register(code, email)).connected).toMatchObject([{ first_name: 'Corvin', pending: false }]);
    await server.drainJobs();
    const { dir } = server.deps.config.mail;
    const mails = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), 'utf8')));
    const about = mails.filter((one) => one.includes('accepted'));
    expect(about.map((one) => /^To: (.*?)\r?$/m.exec(one)?.[1])).toEqual([corvin.email]);
    expect(about[0]).toContain('Odalie Fennick accepted your invitation');
  });

  test('a mail can be declined by its recipient; a link for several people cannot be ended by one of them', async () => {
    const { id } = (await invite(corvin, { email: 'aunt@example.org', relationship: 'family' })).json();
    const mail = await writeSiteInvitationMail(server.deps, id);
    const { pathname } = new URL((mail as { declineUrl: string }).declineUrl);
    expect((await call({ headers: {} }, 'POST', pathname)).statusCode).toBe(204);
    expect((await listed(corvin)).invitations).toEqual([]);
    expect(await writeSiteInvitationMail(server.deps, id)).toBeNull();
    expect((await call(corvin, 'POST', `/api/invitation/relatives/${id}/again`)).json().code).toBe(
      'invitation.missing',
    );
    const { url } = await link();
    expect((await call({ headers: {} }, 'POST', `/api/invitation/${codeIn(url)}/decline`)).statusCode).toBe(404);
    expect((await listed(corvin)).invitations).toHaveLength(1);
  });

  test('a person with an account gets a connection request', async () => {
    const { url } = await link();
    expect((await call(tavi, 'POST', '/api/invitation/accept', { code: codeIn(url) })).statusCode).toBe(200);
    const connections = (await call(tavi, 'GET', `/api/connections/${tavi.id}`)).json();
    expect(connections).toMatchObject([{ first_name: 'Corvin', pending: true }]);
  });

  test('only the sender sees an invitation; site owners do not see the links of relatives', async () => {
    const { id } = await link();
    expect((await listed(tavi)).invitations).toEqual([]);
    expect((await call(tavi, 'DELETE', `/api/invitation/relatives/${id}`)).json().code).toBe('invitation.missing');
    expect((await call(tavi, 'POST', `/api/invitation/relatives/${id}/again`)).json().code).toBe('invitation.missing');
    const all = (await call(siteOwner, 'GET', '/api/admin/invitations')).json() as { id: string }[];
    expect(all.map((one) => one.id)).not.toContain(id);
  });

  test('site owners list and end invitations that a former site owner sent while in that role, and no others', async () => {
    const { db } = server.deps;
    await makeOwner(db, tavi.email);
    const sent = await call(tavi, 'POST', '/api/admin/invitations', { max_people: 5, relationship: 'family' });
    await db.updateTable('users').set({ site_owner_since: null }).where('id', '=', tavi.id).execute();
    await invite(tavi, { relationship: 'friend' });
    const all = async () =>
      ((await call(siteOwner, 'GET', '/api/admin/invitations')).json() as { id: string }[]).map((one) => one.id);
    expect(await all()).toEqual([sent.json().id]);
    expect((await call(siteOwner, 'DELETE', `/api/admin/invitations/${sent.json().id}`)).statusCode).toBe(204);
    expect(await all()).toEqual([]);
  });
});

test('when only site owners may invite, invitations of others are rejected and their earlier ones no longer work', async () => {
  const { url } = await link();
  const video = await storedVideo(server, corvin.id);
  await set('owners');
  expect((await listed(corvin)).may_invite).toBe(false);
  expect((await invite(corvin, { relationship: 'friend' })).json().code).toBe('invitation.owners_only');
  expect((await register(codeIn(url))).status).toBe(403);
  // Videos can still be shared by mail with people who have an account.
  const shared = { video_id: video, email: 'a@example.org', relationship: 'friend' };
  expect((await call(corvin, 'POST', '/api/invitation', shared)).statusCode).toBe(201);
  expect((await listed(siteOwner)).may_invite).toBe(true);
  // With open registration the setting has no effect: people with the link are connected.
  await call(siteOwner, 'PUT', '/api/admin/registration', { registration: 'open' });
  expect((await register(codeIn(url))).connected).toMatchObject([{ first_name: 'Corvin', pending: false }]);
  await set('everyone');
  expect((await register(codeIn(url))).status).toBe(201);
});
