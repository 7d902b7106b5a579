import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { invitationsResponse } from '@kinreel/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { tablesContaining } from '../../testing/find-in-database.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { deleteExpiredInvitations } from './invitations.service.ts';

let server: TestServer;
let owner: TestPerson;
let newcomer: TestPerson;
let other: TestPerson;
let videoId: string;
let address: string;

beforeAll(async () => {
  server = await startTestServer();
  [owner, newcomer, other] = await Promise.all([loginAs(server), loginAs(server), loginAs(server)]);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  for (const table of ['videos', 'connections'] as const) await server.deps.db.deleteFrom(table).execute();
  videoId = await storedVideo(server, owner.id);
  address = `${newId()}@example.org`;
});

async function call(
  person: TestPerson | null,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) {
  return server.app.inject({ method, url, headers: person?.headers ?? {}, ...(payload ? { payload } : {}) });
}
const invite = (more: object = {}, person = owner) =>
  call(person, 'POST', '/api/invitation', { video_id: videoId, email: address, relationship: 'family', ...more });
const list = async () =>
  invitationsResponse.parse((await call(owner, 'GET', `/api/invitation?video_id=${videoId}`)).json());
const accept = (code: string, person: TestPerson | null = newcomer) =>
  call(person, 'POST', '/api/invitation/accept', { code });
const preview = (code: string) => call(null, 'GET', `/api/invitation/${code}/preview`);
const connectionsOf = async (person: TestPerson) => (await call(person, 'GET', `/api/connections/${person.id}`)).json();

/** The mails to an address, as one line each. */
async function mails(to = address): Promise<string[]> {
  await server.drainJobs();
  const { dir } = server.deps.config.mail;
  const names = await readdir(dir).catch(() => []);
  const all = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
  return all
    .filter((mail) => mail.includes(`To: ${to}`))
    .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
}
const codeIn = (mail = '') => /\/invitation\/([\w-]{22})/.exec(mail)?.[1] ?? '';
/** Sends an invitation. @returns its code, from the mail */
async function newCode(more: object = {}): Promise<string> {
  expect((await invite(more)).statusCode).toBe(201);
  return codeIn((await mails()).at(-1));
}

describe('inviting', () => {
  test('[SHARE-06] sends one mail with the question, the message and a code, which is in no table', async () => {
    const made = await invite({ email: address.toUpperCase(), message: 'For <b>you</b>' });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject({ video_id: videoId, email: address, relationship: 'family', accepted_at: null });
    const again = await invite({ relationship: 'friend' });
    expect([again.statusCode, again.json()]).toEqual([200, made.json()]);
    const [mail = '', ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toContain('Odalie Fennick shared a video with you');
    expect(mail).toContain('so that it stays private');
    expect(mail).toContain('For &lt;b&gt;you&lt;/b&gt;');
    expect(mail.split('What was your first job?')).toHaveLength(3); // once as text, once as HTML
    expect(await tablesContaining(server.deps.db, codeIn(mail))).toEqual([]);
    expect(await list()).toEqual([made.json()]);
  });

  test('[SHARE-06] an address of an account gets the same answer and the same mail', async () => {
    const [known, unknown] = [await invite({ email: newcomer.email }), await invite()];
    const shape = (answer: typeof known) => ({ ...answer.json(), id: '', email: '', created_at: '', expires_at: '' });
    expect([known.statusCode, shape(known)]).toEqual([unknown.statusCode, shape(unknown)]);
    expect(await mails(newcomer.email)).toHaveLength(1);
  });

  test('[VID-05] only for own videos; others neither see nor revoke the invitation', async () => {
    expect((await invite({}, other)).json().code).toBe('video.missing');
    expect((await invite({ video_id: newId() })).json().code).toBe('video.missing');
    const { id } = (await invite()).json();
    expect((await call(other, 'GET', `/api/invitation?video_id=${videoId}`)).json().code).toBe('video.missing');
    expect((await call(other, 'DELETE', `/api/invitation/${id}`)).json().code).toBe('invitation.missing');
    for (const [method, url] of [
      ['POST', ''],
      ['GET', `?video_id=${videoId}`],
      ['DELETE', `/${id}`],
    ] as const) {
      expect((await call(null, method, `/api/invitation${url}`)).statusCode, method).toBe(401);
    }
    expect(await list()).toHaveLength(1);
  });

  test('[SHARE-06] not to oneself, not to what is no address, and not too often', async () => {
    expect((await invite({ email: owner.email })).json().code).toBe('invitation.self');
    expect((await invite({ email: 'nobody' })).json().fields).toHaveProperty('email');
    for (let n = 0; n < 3; n += 1) {
      const { id } = (await invite()).json();
      expect((await call(owner, 'DELETE', `/api/invitation/${id}`)).statusCode).toBe(204);
    }
    const again = await invite();
    expect([again.statusCode, again.json().code]).toEqual([429, 'invitation.too_many']);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => invite({ email: `${n}.${address}` })));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(17);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(3);
  });

  test('[SHARE-06] ten concurrent calls send one mail', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite()));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  test('[SHARE-06] sends no mail for a revoked invitation, and none before the video is ready', async () => {
    const { id } = (await invite()).json();
    await call(owner, 'DELETE', `/api/invitation/${id}`);
    await server.deps.db.updateTable('videos').set({ status: 'processing' }).where('id', '=', videoId).execute();
    await invite({ email: `b.${address}` });
    expect([...(await mails()), ...(await mails(`b.${address}`))]).toEqual([]);
  });
});

describe('accepting', () => {
  test('[SHARE-06][CONN-02] shares the video and asks to be connected; repeating changes nothing', async () => {
    const code = await newCode();
    expect((await preview(code)).json()).toMatchObject({ first_name: 'Odalie', prompt: 'What was your first job?' });
    for (let times = 0; times < 2; times += 1) {
      expect((await accept(code)).json()).toEqual({ video_id: videoId, user_id: owner.id });
    }
    const [entry] = (await call(newcomer, 'GET', '/api/video/sharedwithme')).json();
    expect(entry).toMatchObject({ id: videoId, first_name: 'Odalie' });
    const [request, ...more] = await connectionsOf(newcomer);
    expect(more).toEqual([]);
    expect(request).toMatchObject({
      user_id: owner.id,
      user_B_id: newcomer.id,
      pending: true,
      relationship: 'family',
    });
    const confirmed = await call(newcomer, 'PUT', `/api/connections/${request.connection_id}`);
    expect(confirmed.json()).toMatchObject({ pending: false, relationship: 'family' });
    expect(await list()).toMatchObject([{ accepted_at: expect.any(String) }]);
  });

  test('[SHARE-06] a code works for one person, and not without a login', async () => {
    const code = await newCode();
    expect((await accept(code, null)).statusCode).toBe(401);
    await accept(code);
    const second = await accept(code, other);
    expect([second.statusCode, second.json().code]).toEqual([404, 'invitation.missing']);
    expect((await preview(code)).json().code).toBe('invitation.missing');
    expect((await call(other, 'GET', `/api/video/${videoId}`)).statusCode).toBe(404);
    expect(await connectionsOf(other)).toEqual([]);
  });

  test('[SHARE-06] the owner who tries the link uses it up for nobody', async () => {
    const code = await newCode();
    expect((await accept(code, owner)).json()).toEqual({ video_id: videoId, user_id: owner.id });
    expect((await accept(code)).statusCode).toBe(200);
  });

  test('[SHARE-06] a revoked, expired or unknown code is the same error', async () => {
    const revoked = await newCode();
    await call(owner, 'DELETE', `/api/invitation/${(await list())[0]?.id}`);
    const expired = await newCode();
    await server.deps.db
      .updateTable('invitations')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    for (const code of [revoked, expired, 'AAAAAAAAAAAAAAAAAAAAAA', 'x']) {
      for (const answer of [await accept(code), await preview(code)]) {
        expect([answer.statusCode, answer.json().code], code).toEqual([404, 'invitation.missing']);
      }
    }
    expect((await call(newcomer, 'GET', `/api/video/${videoId}`)).statusCode).toBe(404);
    expect(await list()).toEqual([]);
    expect(await deleteExpiredInvitations(server.deps.db)).toBe(2);
  });

  test('[SHARE-06][CONN-05] a matching request of the newcomer is accepted; a connection stays as it is', async () => {
    const code = await newCode({ relationship: 'friend' });
    await call(newcomer, 'POST', '/api/connections', { relationship: 'friend', userB: owner.id });
    expect((await accept(code)).statusCode).toBe(200);
    expect(await connectionsOf(newcomer)).toMatchObject([{ pending: false, relationship: 'friend' }]);
    address = `b.${address}`;
    expect((await accept(await newCode())).statusCode).toBe(200);
    expect(await connectionsOf(newcomer)).toMatchObject([{ pending: false, relationship: 'friend' }]);
  });

  test('[VID-04] a deleted video takes its invitations with it', async () => {
    const code = await newCode();
    await call(owner, 'DELETE', `/api/video/${videoId}`);
    expect((await accept(code)).statusCode).toBe(404);
    expect(await server.deps.db.selectFrom('invitations').select('id').execute()).toEqual([]);
  });
});
