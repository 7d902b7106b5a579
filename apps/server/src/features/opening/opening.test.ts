import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { invitationsResponse, openingResponse } from '@kinreel/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { somebodyWaits } from '../../testing/lock-waits.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { setOpening as changeOwn, markAnnounced } from './opening.queries.ts';
import { announceOpened } from './opening.service.ts';

let server: TestServer;
let ada: TestPerson;
let bea: TestPerson;
let carl: TestPerson;
let video: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  [ada, bea, carl] = await Promise.all([
    loginAs(server, { firstName: 'Ada' }),
    loginAs(server, { firstName: 'Bea' }),
    loginAs(server, { firstName: 'Carl' }),
  ]);
  await connect(server, ada, bea, 'family');
  await connect(server, ada, carl, 'friend');
  for (const person of [bea, carl]) await call(person, 'PUT', '/api/notifications/read', {});
  video = await storedVideo(server, ada.id, { permission: 'family' });
});

/** Enough for a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 20 };
const LATER = '2100-05-03T00:00:00.000Z';
const call = (by: TestPerson | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  server.app.inject({ method, url, ...(by && { headers: by.headers }), ...(payload && { payload }) });
const setOpening = (by: TestPerson, opens_at: string | null, id = video) =>
  call(by, 'PUT', `/api/video/${id}/opening`, { opens_at });
const announce = () => announceOpened(server.deps, new AbortController().signal);
/** Moves the time of opening into the past. */
const passTime = () =>
  server.deps.db
    .updateTable('videos')
    .set({ opens_at: sql<Date>`now() - interval '1 second'` })
    .where('id', '=', video)
    .execute();
const news = async (person: TestPerson) =>
  (await call(person, 'GET', '/api/notifications'))
    .json()
    .filter((one: { video: unknown }) => one.video !== null)
    .map((one: { kind: string; video: { id: string } }) => `${one.kind} ${one.video.id}`);
const unread = async (person: TestPerson) => (await call(person, 'GET', '/api/notifications/count')).json().unread;
const canSee = async (person: TestPerson) => (await call(person, 'GET', `/api/video/${video}`)).statusCode === 200;
const share = (id = video) => call(ada, 'POST', '/api/share', { user_id: [carl.id], video_id: id });

describe('PUT /api/video/{id}/opening', () => {
  it('hides a video from everybody but its owner, who can change or remove the time', async () => {
    expect(await canSee(bea)).toBe(true);
    expect(openingResponse.parse((await setOpening(ada, LATER)).json())).toEqual({ opens_at: LATER });
    expect(await canSee(bea)).toBe(false);
    const [own] = (await call(ada, 'GET', `/api/video/${video}`)).json();
    expect(own).toMatchObject({ opens_at: LATER, audience: { connections: 1 } });
    expect((await call(ada, 'GET', `/api/video/${video}/audience`)).json()).toMatchObject({
      opens_at: LATER,
      total: 1,
    });
    await setOpening(ada, '2101-05-03T00:00:00.000Z');
    expect((await setOpening(ada, null)).json()).toEqual({ opens_at: null });
    expect((await call(bea, 'GET', `/api/video/${video}`)).json()[0]).toMatchObject({ opens_at: null });
    const kinds = (await call(ada, 'GET', '/api/activity')).json().map(({ kind }: { kind: string }) => kind);
    expect(kinds.slice(0, 3)).toEqual(['opens-now', 'opens-later', 'opens-later']);
  });

  it('the audience of a scheduled video is empty', async () => {
    const other = await storedVideo(server, bea.id);
    for (const [person, id] of [
      [ada, video],
      [bea, other],
    ] as const)
      await setOpening(person, LATER, id);
    await passTime();
    const { db } = server.deps;
    expect(await db.transaction().execute((tx) => markAnnounced(tx, other))).toBeUndefined();
    expect(await db.transaction().execute((tx) => markAnnounced(tx, video))).toMatchObject({ owner_id: ada.id });
  });

  it('can be changed only by the owner, and affects only this video', async () => {
    const other = await storedVideo(server, ada.id, { permission: 'family' });
    for (const [time, id] of [
      [LATER, video],
      [null, video],
      [LATER, newId()],
    ] as const) {
      const answer = await setOpening(bea, time, id);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'video.missing']);
    }
    expect(await changeOwn(server.deps.db, video, bea.id, null), 'asked directly').toBeUndefined();
    expect(await canSee(bea)).toBe(true);
    await setOpening(ada, LATER);
    expect((await call(bea, 'GET', `/api/video/${other}`)).statusCode).toBe(200);
  });

  it('requires a time in the future, at most 100 years from now', async () => {
    for (const wrong of [new Date(Date.now() - 60_000).toISOString(), '9999-01-01T00:00:00.000Z', 'tomorrow']) {
      expect((await setOpening(ada, wrong)).json(), wrong).toMatchObject({
        code: 'request.invalid',
        fields: { opens_at: expect.stringMatching(/\w/) },
      });
    }
    expect(await canSee(bea)).toBe(true);
  });
});

describe('before it opens', () => {
  it('no list, link, invitation, mail or notification shows it', async () => {
    const url = `${server.deps.config.publicUrl}/user/${ada.id}/videos?autoplay=${video}`;
    const code = (await call(ada, 'POST', '/api/link', { url })).body.split('/s/')[1] ?? '';
    expect((await call(null, 'GET', `/api/link/${code}/preview`)).statusCode).toBe(200);
    await setOpening(ada, LATER);
    await share();
    await server.drainJobs();
    expect(await news(carl)).toEqual([]);
    expect(await unread(carl)).toBe(0);
    expect(await mailsTo(carl)).toEqual([]);
    for (const person of [bea, carl]) {
      const lists = ['/api/video/sharedwithme', `/api/video/user/${ada.id}`, '/api/captions/search?q=said'];
      for (const list of lists) expect((await call(person, 'GET', list)).body, list).not.toContain(video);
      expect((await call(person, 'POST', '/api/link/redeem', { code })).json().code).toBe('link.missing');
    }
    expect((await call(null, 'GET', `/api/link/${code}/preview`)).json().code).toBe('link.missing');
    const visit = await call(null, 'GET', `/s/${code}`);
    expect([visit.statusCode, visit.headers.location]).toEqual([404, undefined]);
    expect(visit.body).not.toContain(video);
    expect((await call(ada, 'POST', '/api/link/redeem', { code })).statusCode).toBe(200);
  });

  it('an invitation that was already sent does not work', async () => {
    const invitation = { video_id: video, email: 'tom@example.org', relationship: 'friend' };
    await call(ada, 'POST', '/api/invitation', invitation);
    await server.drainJobs();
    const mails = await mailsTo({ email: 'tom@example.org' });
    const code = /invitation\/([A-Za-z0-9_-]{22})/.exec(mails.at(-1) ?? '')?.[1] ?? '';
    expect((await call(null, 'GET', `/api/invitation/${code}/preview`)).statusCode).toBe(200);
    await setOpening(ada, LATER);
    expect((await call(null, 'GET', `/api/invitation/${code}/preview`)).json().code).toBe('invitation.missing');
    expect((await call(carl, 'POST', '/api/invitation/accept', { code })).json().code).toBe('invitation.missing');
    await setOpening(ada, null);
    expect((await call(carl, 'POST', '/api/invitation/accept', { code })).statusCode).toBe(200);
  });
});

describe('an invitation by mail', () => {
  let address: string;
  beforeEach(() => {
    address = `${newId()}@example.org`;
  });
  const invite = () =>
    call(ada, 'POST', '/api/invitation', { video_id: video, email: address, relationship: 'friend' });
  const list = async (id = video) =>
    invitationsResponse.parse((await call(ada, 'GET', `/api/invitation?video_id=${id}`)).json());
  const mails = async () => {
    await server.drainJobs();
    return mailsTo({ email: address });
  };
  const codeIn = (mail = '') => /invitation\/([A-Za-z0-9_-]{22})/.exec(mail)?.[1] ?? '';

  it('is sent when the video opens; then the person sees the video and can be connected', async () => {
    const { db } = server.deps;
    await setOpening(ada, LATER);
    expect((await invite()).json()).toMatchObject({ waits: true, expires_at: '2100-06-02T00:00:00.000Z' });
    expect((await invite()).statusCode).toBe(200);
    const other = await storedVideo(server, ada.id);
    await setOpening(ada, LATER, other);
    const toOther = { video_id: other, email: `${newId()}@example.org`, relationship: 'friend' };
    await call(ada, 'POST', '/api/invitation', toOther);
    await setOpening(ada, '2101-05-03T00:00:00.000Z');
    expect(await list(other)).toMatchObject([{ waits: true, expires_at: '2100-06-02T00:00:00.000Z' }]);
    expect(await list()).toMatchObject([{ waits: true, expires_at: '2101-06-02T00:00:00.000Z' }]);
    await announce();
    expect(await mails()).toEqual([]);
    // Years later, without any visit in between.
    await db
      .updateTable('invitations')
      .set({ created_at: new Date('2020-01-01') })
      .where('email', '=', address)
      .execute();
    await passTime();
    expect(await mails()).toEqual([]);
    await Promise.all([announce(), announce()]);
    await announce();
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    const [row] = await list();
    expect(row?.waits).toBe(false);
    const days = (Date.parse(row?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    const tom = await loginAs(server, { firstName: 'Tom' });
    expect(await canSee(tom)).toBe(false);
    expect((await call(tom, 'POST', '/api/invitation/accept', { code: codeIn(mail) })).statusCode).toBe(200);
    expect(await canSee(tom)).toBe(true);
    const [request] = (await call(tom, 'GET', `/api/connections/${tom.id}`)).json();
    expect(request).toMatchObject({ user_id: ada.id, pending: true, relationship: 'friend' });
  });

  it('is sent when the owner opens the video, and not if it was revoked', async () => {
    await setOpening(ada, LATER);
    const { id } = (await invite()).json();
    await call(ada, 'DELETE', `/api/invitation/${id}`);
    await setOpening(ada, null);
    expect(await mails()).toEqual([]);
    await setOpening(ada, LATER);
    await invite();
    await setOpening(ada, null);
    expect(await mails()).toHaveLength(1);
    expect(await list()).toMatchObject([{ waits: false }]);
  });

  it('that was sent before the video was scheduled is sent again when it opens, unless the owner reopens it', async () => {
    await invite();
    expect(await mails()).toHaveLength(1);
    await setOpening(ada, LATER);
    await setOpening(ada, null);
    expect(await mails()).toHaveLength(1);
    await setOpening(ada, LATER);
    expect(await list()).toMatchObject([{ waits: false, expires_at: '2100-06-02T00:00:00.000Z' }]);
    await passTime();
    await server.deps.db
      .updateTable('invitations')
      .set({ mailed_at: new Date('2020-01-01') })
      .where('email', '=', address)
      .execute();
    await announce();
    expect(await mails()).toHaveLength(2);
  });
});

it('does not change used or expired invitations, and those to other videos', async () => {
  const { db } = server.deps;
  const name = newId();
  const invite = (kind: string, video_id = video) =>
    call(ada, 'POST', '/api/invitation', { video_id, email: `${kind}.${name}@example.org`, relationship: 'friend' });
  const rows = () =>
    db
      .selectFrom('invitations')
      .select(['email', 'expires_at', 'mailed_at'])
      .where('email', 'like', `%${name}%`)
      .orderBy('email')
      .execute();
  const past = new Date('2020-01-01');
  for (const [kind, set] of [
    ['used', { accepted_at: past }],
    ['expired', { expires_at: past }],
  ] as const) {
    await invite(kind);
    const changed = db.updateTable('invitations').set({ mailed_at: past, ...set });
    await changed.where('email', '=', `${kind}.${name}@example.org`).execute();
  }
  const other = await storedVideo(server, ada.id);
  await setOpening(ada, LATER, other);
  await invite('other', other);
  const before = await rows();
  expect(before).toHaveLength(3);
  await setOpening(ada, LATER);
  expect(await rows()).toEqual(before);
  await passTime();
  await announce();
  expect(await rows()).toEqual(before);
});

describe('when it opens', () => {
  it('its viewers get one notification, and the mail of their share', async () => {
    await setOpening(ada, LATER);
    await share();
    await server.drainJobs();
    await announce();
    expect([await news(bea), await news(carl)]).toEqual([[], []]);
    await passTime();
    // Access does not depend on the job.
    expect(await canSee(bea)).toBe(true);
    await Promise.all([announce(), announce()]);
    await announce();
    await server.drainJobs();
    for (const person of [bea, carl]) expect(await news(person)).toEqual([`video-opened ${video}`]);
    expect(await mailsTo(carl)).toHaveLength(1);
    expect(await mailsTo(bea)).toEqual([]);
    expect((await call(ada, 'GET', '/api/activity')).json()[0].kind).toBe('opened');
    // If the owner schedules it again, it is announced again.
    await setOpening(ada, LATER);
    expect(await news(bea)).toEqual([]);
  });

  it('notifies only its viewers, with the owner as the actor; other videos are not affected', async () => {
    const { db } = server.deps;
    const dora = await loginAs(server, { firstName: 'Dora' });
    await connect(server, ada, dora, 'friend');
    const [forFriends, closed] = [
      await storedVideo(server, ada.id, { permission: 'friend' }),
      await storedVideo(server, ada.id, { permission: 'friend' }),
    ];
    const ofBea = await storedVideo(server, bea.id, { permission: 'family' });
    await setOpening(ada, LATER, closed);
    // Bea's video opened first.
    await db
      .updateTable('videos')
      .set({ opens_at: sql<Date>`now() - interval '1 hour'` })
      .where('id', '=', ofBea)
      .execute();
    await passTime();
    await announce();
    const told = await db
      .selectFrom('notifications')
      .select(['user_id', 'actor_id', 'video_id'])
      .where('kind', '=', 'video-opened')
      .where('video_id', 'in', [video, forFriends, closed, ofBea])
      .orderBy('created_at')
      .execute();
    expect(told).toEqual([
      { user_id: ada.id, actor_id: bea.id, video_id: ofBea },
      { user_id: bea.id, actor_id: ada.id, video_id: video },
    ]);
    expect((await call(dora, 'GET', `/api/video/${closed}`)).statusCode).toBe(404);
  });

  it('is not announced if its owner concurrently schedules it again', async () => {
    const { db } = server.deps;
    await passTime();
    let announced: Promise<void> | undefined;
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('videos')
        .set({ opens_at: new Date(LATER) })
        .where('id', '=', video)
        .execute();
      announced = announce();
      announced.catch(() => {});
      await vi.waitFor(async () => expect(await somebodyWaits(db)).toBe(true), PATIENCE);
    });
    await announced;
    expect(await canSee(bea)).toBe(false);
    const told = db
      .selectFrom('notifications')
      .select('id')
      .where('video_id', '=', video)
      .where('user_id', '=', bea.id);
    expect(await told.execute()).toEqual([]);
  });

  it('is announced by the next run if the worker is stopping', async () => {
    await passTime();
    await expect(announceOpened(server.deps, AbortSignal.abort())).rejects.toThrow();
    expect(await news(bea)).toEqual([]);
    await announce();
    expect(await news(bea)).toEqual([`video-opened ${video}`]);
  });

  it('is announced when the video is ready', async () => {
    const { db } = server.deps;
    await setOpening(ada, LATER);
    await db.updateTable('videos').set({ status: 'processing' }).where('id', '=', video).execute();
    await passTime();
    await announce();
    await db.updateTable('videos').set({ status: 'ready' }).where('id', '=', video).execute();
    expect(await news(bea)).toEqual([]);
    await announce();
    expect(await news(bea)).toEqual([`video-opened ${video}`]);
  });
});

/** Share mails and invitations to an address. */
async function mailsTo({ email }: { email: string }): Promise<string[]> {
  const { dir } = server.deps.config.mail;
  const files = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), 'utf8')));
  const mails = files.map((mail) => mail.replace(/=\r?\n/g, ''));
  return mails.filter((mail) => mail.includes(`To: ${email}`) && /autoplay|\/invitation\//.test(mail));
}
