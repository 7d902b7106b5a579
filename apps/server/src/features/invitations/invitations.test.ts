import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { invitationsResponse } from '@kinreel/contracts';
import { sql, type Updateable } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InvitationsTable } from '../../platform/db/tables.ts';
import { newId } from '../../platform/ids.ts';
import { tablesContaining } from '../../testing/find-in-database.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { lockPair } from '../visibility/blocking.policy.ts';
import { deleteExpiredInvitations, writeInvitationMail } from './invitations.service.ts';

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
  for (const table of ['videos', 'connections', 'invitations'] as const)
    await server.deps.db.deleteFrom(table).execute();
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
/** Updates the rows of all invitations. */
const change = (set: Updateable<InvitationsTable>) => server.deps.db.updateTable('invitations').set(set).execute();
/** Sets or clears the deletion date of the owner's account. */
const setLeaving = (at: Date | null) =>
  server.deps.db
    .updateTable('users')
    .set({ deletion_asked_at: at, delete_at: at })
    .where('id', '=', owner.id)
    .execute();
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
    expect(mail.split('Not for you? Open the page and press Not for me.')).toHaveLength(3);
    expect(mail).toContain('For &lt;b&gt;you&lt;/b&gt;');
    const until = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect(mail).toContain(until.format(new Date(made.json().expires_at)));
    expect(mail.split('What was your first job?')).toHaveLength(3); // once as text, once as HTML
    expect(await tablesContaining(server.deps.db, codeIn(mail))).toEqual([]);
    expect(await list()).toEqual([made.json()]);
    // Another video needs its own invitation.
    expect((await invite({ video_id: await storedVideo(server, owner.id) })).statusCode).toBe(201);
    expect(await list()).toEqual([made.json()]);
  });

  test('[SHARE-06] an address with an account gets the same response and the same mail', async () => {
    const [known, unknown] = [await invite({ email: newcomer.email }), await invite()];
    const shape = (answer: typeof known) => ({ ...answer.json(), id: '', email: '', created_at: '', expires_at: '' });
    expect([known.statusCode, shape(known)]).toEqual([unknown.statusCode, shape(unknown)]);
    expect(await mails(newcomer.email)).toHaveLength(1);
  });

  test('[VID-05] is only possible for own videos; other people cannot see or revoke the invitation', async () => {
    expect((await invite({}, other)).json().code).toBe('video.missing');
    expect((await invite({ video_id: newId() })).json().code).toBe('video.missing');
    const { id } = (await invite()).json();
    expect((await call(other, 'GET', `/api/invitation?video_id=${videoId}`)).json().code).toBe('video.missing');
    expect((await call(other, 'DELETE', `/api/invitation/${id}`)).json().code).toBe('invitation.missing');
    await change({ max_people: 1, video_id: null });
    expect((await call(owner, 'DELETE', `/api/invitation/${id}`)).json().code).toBe('invitation.missing');
    await change({ max_people: null, video_id: videoId });
    const another = (await invite({ email: `b.${address}` })).json();
    for (const status of [204, 404]) {
      expect((await call(owner, 'DELETE', `/api/invitation/${another.id}`)).statusCode).toBe(status);
    }
    for (const [method, url] of [
      ['POST', ''],
      ['GET', `?video_id=${videoId}`],
      ['DELETE', `/${id}`],
    ] as const) {
      expect((await call(null, method, `/api/invitation${url}`)).statusCode, method).toBe(401);
    }
    expect(await list()).toHaveLength(1);
  });

  test('[SHARE-06] rejects the own address, invalid addresses and too many invitations', async () => {
    expect((await invite({ email: owner.email })).json().code).toBe('invitation.self');
    expect((await invite({ email: 'nobody' })).json().fields).toHaveProperty('email');
    const own = { video_id: await storedVideo(server, other.id) };
    const setOther = (set: { email: string; email_verified_at: Date | null }) =>
      server.deps.db.updateTable('users').set(set).where('id', '=', other.id).execute();
    await setOther({ email: other.email.toUpperCase(), email_verified_at: null });
    expect((await invite({ ...own, email: other.email }, other)).json().code).toBe('invitation.self');
    expect((await invite(own, other)).json().code).toBe('invitation.unverified');
    await setOther({ email: other.email, email_verified_at: new Date() });
    for (let n = 0; n < 3; n += 1) {
      const { id } = (await invite()).json();
      expect((await call(owner, 'DELETE', `/api/invitation/${id}`)).statusCode).toBe(204);
    }
    const again = await invite();
    expect([again.statusCode, again.json().code]).toEqual([429, 'invitation.too_many']);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => invite({ email: `${n}.${address}` })));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(17);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(3);
    // The limits apply per person and day.
    expect((await invite(own, other)).statusCode).toBe(201);
    await change({ created_at: new Date(Date.now() - 25 * 3600_000) });
    expect((await invite()).statusCode).toBe(201);
  });

  test('[SHARE-06] an expired invitation does not prevent a new one to the same address', async () => {
    const { id } = (await invite()).json();
    await change({ expires_at: new Date(Date.now() - 1000) });
    const again = await invite();
    expect(again.statusCode).toBe(201);
    expect(again.json().id).not.toBe(id);
    expect(await mails()).toHaveLength(1);
  });

  test('a list contains the 100 newest, newest first', async () => {
    await sql`
      insert into invitations (id, owner_id, video_id, email, relationship, code_hash, created_at, expires_at)
      select gen_random_uuid(), ${owner.id}, ${videoId}, n || '@example.org', 'friend', sha256(n::text::bytea),
        now() - make_interval(secs => n / 2), now() + interval '1 day' from generate_series(1, 101) as n`.execute(
      server.deps.db,
    );
    const keys = (await list()).map(({ created_at, id }) => `${created_at} ${id}`);
    expect(keys).toHaveLength(100);
    expect(keys).toEqual([...keys].sort().reverse());
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

  test('[SHARE-06] an obsolete mail is removed from the outbox without an attempt', async () => {
    const { db } = server.deps;
    await db.deleteFrom('mails').execute();
    const setVideo = (set: { status: 'failed' | 'ready'; opens_at: Date | null }) =>
      db.updateTable('videos').set(set).where('id', '=', videoId).execute();
    for (const [name, spoil] of Object.entries({
      revoked: () => change({ revoked_at: new Date() }),
      used: () => change({ accepted_at: new Date() }),
      'of a failed video': () => setVideo({ status: 'failed', opens_at: null }),
      'of a scheduled video': () => setVideo({ status: 'ready', opens_at: new Date('2100-01-01') }),
      'of a person who is leaving': () => setLeaving(new Date()),
    })) {
      address = `${newId()}@example.org`;
      await setVideo({ status: 'ready', opens_at: null });
      expect((await invite()).statusCode, name).toBe(201);
      await spoil();
      expect(await mails(), name).toEqual([]);
      const left = await db.selectFrom('mails').select('state').where('state', '!=', 'sent').execute();
      expect(left, name).toEqual([]);
    }
    await setLeaving(null);
  });
});

describe('accepting', () => {
  test('[SHARE-06][CONN-02] shares the video and sends a connection request; repeating changes nothing', async () => {
    const code = await newCode({ message: 'For you' });
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
    const shares = () =>
      server.deps.db.selectFrom('shares').select(['recipient_id', 'message']).where('video_id', '=', videoId).execute();
    expect(await shares()).toEqual([{ recipient_id: newcomer.id, message: 'For you' }]);
    // A withdrawn share is not restored by the used code.
    await call(owner, 'DELETE', `/api/share/${videoId}/${newcomer.id}`);
    expect((await accept(code)).statusCode).toBe(200);
    expect(await shares()).toEqual([]);
  });

  test('[SHARE-06] a code works for one person, and requires login', async () => {
    const code = await newCode();
    address = `b.${address}`;
    const own = await newCode();
    expect((await accept(code, null)).statusCode).toBe(401);
    await accept(code);
    const second = await accept(code, other);
    expect([second.statusCode, second.json().code]).toEqual([404, 'invitation.missing']);
    expect((await preview(code)).json().code).toBe('invitation.missing');
    expect((await call(other, 'GET', `/api/video/${videoId}`)).statusCode).toBe(404);
    expect(await connectionsOf(other)).toEqual([]);
    expect((await accept(own, other)).statusCode).toBe(200);
  });

  test('[SHARE-06] of two people who use a code concurrently one succeeds', async () => {
    const code = await newCode();
    const answers = await Promise.all([accept(code), accept(code, other)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    expect((await call(owner, 'GET', `/api/video/${videoId}/audience`)).json()).toMatchObject({ total: 1 });
  });

  test('[SHARE-06] is rejected if one of the two has blocked the other, also concurrently', async () => {
    const { db } = server.deps;
    const code = await newCode();
    await call(newcomer, 'PUT', `/api/blocks/${owner.id}`);
    expect((await accept(code)).json().code).toBe('invitation.missing');
    await call(newcomer, 'DELETE', `/api/blocks/${owner.id}`);
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
      ).rows.length;
    const { answer } = await db.transaction().execute(async (tx) => {
      await lockPair(tx, owner.id, newcomer.id);
      const answer = accept(code);
      await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
      await tx.insertInto('blocks').values({ blocker_id: owner.id, blocked_id: newcomer.id }).execute();
      return { answer };
    });
    expect((await answer).json().code).toBe('invitation.missing');
    await call(owner, 'DELETE', `/api/blocks/${newcomer.id}`);
    expect((await call(newcomer, 'GET', `/api/video/${videoId}`)).statusCode).toBe(404);
    expect(await list()).toMatchObject([{ accepted_at: null }]);
  });

  test('[SHARE-06] there is no preview while the owner is leaving, and none of an invitation to register', async () => {
    const code = await newCode();
    await setLeaving(new Date());
    expect((await preview(code)).json().code).toBe('invitation.missing');
    await setLeaving(null);
    expect((await preview(code)).statusCode).toBe(200);
    await change({ max_people: 1, video_id: null, relationship: null });
    expect((await preview(code)).json().code).toBe('invitation.missing');
    expect((await accept(code)).json().code).toBe('invitation.missing');
  });

  test('[SHARE-06] the owner can open the link without using it up', async () => {
    const code = await newCode();
    expect((await accept(code, owner)).json()).toEqual({ video_id: videoId, user_id: owner.id });
    expect((await accept(code)).statusCode).toBe(200);
  });

  test('[SHARE-06] a revoked, expired or unknown code gives the same error', async () => {
    const revoked = await newCode();
    await call(owner, 'DELETE', `/api/invitation/${(await list())[0]?.id}`);
    const expired = await newCode();
    await change({ expires_at: new Date(Date.now() - 1000) });
    address = `b.${address}`;
    const current = await newCode();
    for (const code of [revoked, expired, 'AAAAAAAAAAAAAAAAAAAAAA', 'x']) {
      for (const answer of [await accept(code), await preview(code)]) {
        expect([answer.statusCode, answer.json().code], code).toEqual([404, 'invitation.missing']);
      }
    }
    expect((await call(newcomer, 'GET', `/api/video/${videoId}`)).statusCode).toBe(404);
    expect(await list()).toMatchObject([{ email: address }]);
    expect(await deleteExpiredInvitations(server.deps.db)).toBe(2);
    expect((await accept(current)).statusCode).toBe(200);
  });

  test('[SHARE-06][CONN-05] accepts a matching request of the newcomer; keeps an existing connection', async () => {
    const code = await newCode({ relationship: 'friend' });
    await call(newcomer, 'POST', '/api/connections', { relationship: 'friend', userB: owner.id });
    expect((await accept(code)).statusCode).toBe(200);
    expect(await connectionsOf(newcomer)).toMatchObject([{ pending: false, relationship: 'friend' }]);
    address = `b.${address}`;
    expect((await accept(await newCode())).statusCode).toBe(200);
    expect(await connectionsOf(newcomer)).toMatchObject([{ pending: false, relationship: 'friend' }]);
  });

  test('[VID-04] deleting a video deletes its invitations', async () => {
    const code = await newCode();
    await call(owner, 'DELETE', `/api/video/${videoId}`);
    expect((await accept(code)).statusCode).toBe(404);
    expect(await server.deps.db.selectFrom('invitations').select('id').execute()).toEqual([]);
  });
});

test('one-click unsubscribe ends the invitation and stops its mails; a GET of that URL changes nothing', async () => {
  const made = (await invite()).json();
  const mail = (await mails()).at(-1) ?? '';
  const code = codeIn(mail);
  const url = `/api/invitation/${code}/decline`;
  expect(mail.replaceAll(/\r?\n\s+/g, ' ')).toContain(`List-Unsubscribe: <${server.deps.config.publicUrl}${url}>`);
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);

  expect((await call(null, 'GET', url)).headers.location).toMatch(new RegExp(`/invitation/${code}$`));
  expect((await call(null, 'GET', `/api/invitation/${code}/preview`)).statusCode).toBe(200);
  const oneClick = () =>
    server.app.inject({
      method: 'POST',
      url,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  expect([(await oneClick()).statusCode, (await oneClick()).statusCode]).toEqual([204, 204]);
  expect((await accept(code)).json().code).toBe('invitation.missing');
  expect(await list()).toEqual([]);
  expect(await writeInvitationMail(server.deps, made.id)).toBeNull();
  expect((await call(null, 'POST', '/api/invitation/AAAAAAAAAAAAAAAAAAAAAA/decline')).statusCode).toBe(404);
  // A person who has accepted an invitation keeps access.
  address = `${newId()}@example.org`;
  const used = await newCode();
  await accept(used);
  expect((await call(null, 'POST', `/api/invitation/${used}/decline`)).statusCode).toBe(404);
});
