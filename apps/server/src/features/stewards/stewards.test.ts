import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  archiveResponse,
  giftsResponse,
  type Stewardship,
  stewardRuleResponse,
  stewardship,
  stewardsResponse,
} from '@kinreel/contracts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { somebodyWaits } from '../../testing/lock-waits.ts';
import { openResponse } from '../../testing/open-response.ts';
import { unpackBag } from '../../testing/read-bag.ts';
import { largeVideo, storedContent, storedKeys, storedVideo } from '../../testing/stored-video.ts';
import { findArchive, findEndedDownloads, findStewardship } from '../archives/archives.queries.ts';
import { deleteArchivesAbout, runMakeArchive } from '../archives/archives.service.ts';
import { readKeptVideos } from '../archives/kept-videos.queries.ts';
import { getAudience } from '../audience/audience.service.ts';
import { sweepHandler } from '../operations/maintenance/sweep.jobs.ts';
import { lockDeletion } from './look-after.queries.ts';
import { advanceStewardships } from './look-after.service.ts';
import { giveVideo } from './steward-rules.queries.ts';
import { cancelRequests, countOthers, lockStewardship } from './stewards.queries.ts';

let server: TestServer;
let origin: string;
/** Odalie's steward is Sol; Gia is connected with Odalie too; Nora has no connections. */
let odalie: TestPerson;
let sol: TestPerson;
let gia: TestPerson;
let nora: TestPerson;
let connection: string;
let video: string;
/** Petra is another owner: Sol's request is waiting, and Rafe's has started. No test may change her rows. */
let petra: TestPerson;
let rafe: TestPerson;
let petrasVideo: string;
let petrasRows: { waiting: string; begun: string };
let before: unknown;
beforeAll(async () => {
  server = await startTestServer();
  origin = await server.listen();
  [petra, rafe] = [await loginAs(server, { firstName: 'Petra' }), await loginAs(server, { firstName: 'Rafe' })];
  petrasVideo = await storedVideo(server, petra.id);
  await server.deps.db.updateTable('videos').set({ steward_rule: 'give' }).where('id', '=', petrasVideo).execute();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  const { db } = server.deps;
  await db.deleteFrom('stewards').execute();
  [odalie, sol, gia, nora] = await Promise.all([
    loginAs(server, { firstName: 'Odalie' }),
    loginAs(server, { firstName: 'Sol' }),
    loginAs(server, { firstName: 'Gia' }),
    loginAs(server, { firstName: 'Nora' }),
  ]);
  connection = await connect(server, odalie, sol, 'friend');
  await connect(server, gia, odalie, 'family');
  video = await storedVideo(server, odalie.id, { permission: 'invite-only' });
  await storePetrasFamily();
  before = await petrasFamily();
});
afterEach(async () => expect(await petrasFamily()).toEqual(before));

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

async function storePetrasFamily(): Promise<void> {
  const { db } = server.deps;
  await db.deleteFrom('connections').where('requester_id', '=', petra.id).execute();
  const connections = await db
    .insertInto('connections')
    .values(
      [sol, rafe].map(({ id }) => {
        const [user_lo = '', user_hi = ''] = [petra.id, id].sort();
        const pair = { user_lo, user_hi, requester_id: petra.id };
        return { ...pair, id: newId(), relationship: 'friend' as const, status: 'accepted' as const };
      }),
    )
    .returning('id')
    .execute();
  const [withSol = '', withRafe = ''] = connections.map(({ id }) => id);
  petrasRows = { waiting: newId(), begun: newId() };
  await db
    .insertInto('stewards')
    .values([
      {
        id: petrasRows.waiting,
        owner_id: petra.id,
        steward_id: sol.id,
        connection_id: withSol,
        waiting_days: 90,
        asked_at: daysAgo(50),
        starts_at: daysAgo(-40),
        reminders: 1,
        // Sorts last in a list with the oldest first.
        created_at: daysAgo(-1),
        stopped_at: daysAgo(60),
        stop_unread: true,
      },
      {
        id: petrasRows.begun,
        owner_id: petra.id,
        steward_id: rafe.id,
        connection_id: withRafe,
        waiting_days: 90,
        asked_at: daysAgo(130),
        starts_at: daysAgo(40),
        reminders: 2,
        started_at: daysAgo(30),
      },
    ])
    .execute();
  await db
    .insertInto('video_gifts')
    .values([
      { video_id: petrasVideo, owner_id: petra.id, recipient_id: rafe.id, connection_id: withRafe },
      { video_id: petrasVideo, owner_id: petra.id, recipient_id: sol.id, connection_id: withSol },
    ])
    .execute();
  await db
    .updateTable('video_gifts')
    .set({ given_at: daysAgo(20) })
    .where('recipient_id', '=', rafe.id)
    .execute();
}

const petrasFamily = async () => [
  await server.deps.db.selectFrom('stewards').selectAll().where('owner_id', '=', petra.id).orderBy('id').execute(),
  await server.deps.db
    .selectFrom('video_gifts')
    .selectAll()
    .where('owner_id', '=', petra.id)
    .orderBy('recipient_id')
    .execute(),
];

const call = (by: TestPerson | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  server.app.inject({ method, url, ...(by && { headers: by.headers }), ...(payload && { payload }) });
const name = (waiting_days = 90, who = sol) => call(odalie, 'PUT', `/api/stewards/${who.id}`, { waiting_days });
const ask = (by = sol) => call(by, 'POST', `/api/stewardships/${odalie.id}/request`);
const decline = () => call(sol, 'DELETE', `/api/stewardships/${odalie.id}`);
const setRule = (rule: string, people: TestPerson[] = [], id = video) =>
  call(odalie, 'PUT', `/api/video/${id}/steward-rule`, { rule, user_ids: people.map((person) => person.id) });
const give = (to: TestPerson, by = sol) => call(by, 'PUT', `/api/video/${video}/gifts/${to.id}`);
/** What Sol sees of the request; null without one. */
const request = async () => {
  const { looking_after } = stewardsResponse.parse((await call(sol, 'GET', '/api/stewards')).json());
  return looking_after.find(({ person }) => person.id === odalie.id) ?? null;
};
const runJob = () => advanceStewardships(server.deps, new AbortController().signal);
/** Moves the stewardship's times into the past by these days. */
const passDays = (days: number) =>
  server.deps.db
    .updateTable('stewards')
    .set({
      asked_at: sql<Date>`asked_at - make_interval(days => ${sql.lit(days)})`,
      starts_at: sql<Date>`starts_at - make_interval(days => ${sql.lit(days)})`,
      started_at: sql<Date>`started_at - make_interval(days => ${sql.lit(days)})`,
      stopped_at: sql<Date>`stopped_at - make_interval(days => ${sql.lit(days)})`,
    })
    .where('owner_id', '=', odalie.id)
    .execute();
/** Sol has requested to start, and the waiting time is over. */
async function begin(): Promise<void> {
  await name();
  expect((await ask()).statusCode).toBe(200);
  await passDays(83);
  await runJob();
  await passDays(7);
  await runJob();
  expect((await request())?.started_at).not.toBeNull();
}
/** Resolves when a transaction waits for another one. */
const untilSomebodyWaits = () => expect.poll(() => somebodyWaits(server.deps.db)).toBe(true);
/** Sets the deletion date of the person's account. */
const leave = ({ id }: TestPerson) =>
  server.deps.db
    .updateTable('users')
    .set({ deletion_asked_at: new Date(), delete_at: daysAgo(-30) })
    .where('id', '=', id)
    .execute();
const firstNames = (people: { first_name: string }[]) => people.map(({ first_name }) => first_name);
const readRule = async (id = video) =>
  stewardRuleResponse.parse((await call(odalie, 'GET', `/api/video/${id}/steward-rule`)).json());
const canSee = async (person: TestPerson, id = video) =>
  (await call(person, 'GET', `/api/video/${id}`)).statusCode === 200;
const news = async (person: TestPerson, which: { unread?: boolean } = {}) =>
  (await call(person, 'GET', '/api/notifications'))
    .json()
    .filter(({ kind, read }: { kind: string; read: boolean }) => /^steward|given/.test(kind) && !(which.unread && read))
    .map(({ kind, actor }: { kind: string; actor: { first_name: string } }) => `${kind} ${actor.first_name}`);
const activity = async () =>
  (await call(odalie, 'GET', '/api/activity?limit=100'))
    .json()
    .map(({ kind }: { kind: string }) => kind)
    .filter((kind: string) => /^steward|given/.test(kind))
    .reverse();

/** Mails about stewards to a person, oldest first. */
async function mailsTo({ email }: TestPerson): Promise<string[]> {
  await server.drainJobs();
  const { dir } = server.deps.config.mail;
  const files = await Promise.all((await readdir(dir)).map((file) => readFile(join(dir, file), 'utf8')));
  const mails = files.map((mail) => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='));
  return mails.filter((mail) => mail.includes(`To: ${email}`) && /\/here\/|look after/.test(mail));
}

describe('naming a steward', () => {
  it('notifies the connected person in the app and by mail; the waiting time can be changed', async () => {
    const named = stewardsResponse.parse((await name()).json());
    expect(named.stewards).toMatchObject([{ person: { first_name: 'Sol' }, waiting_days: 90, declined: false }]);
    expect(named.looking_after).toEqual([]);
    await name(30);
    expect(await request()).toMatchObject({ person: { first_name: 'Odalie' }, waiting_days: 30, asked_at: null });
    const { looking_after } = (await call(sol, 'GET', '/api/stewards')).json();
    expect(looking_after.map((one: Stewardship) => one.person.first_name)).toEqual(['Odalie', 'Petra']);
    expect((await call(gia, 'GET', '/api/stewards')).json()).toMatchObject({ stewards: [], looking_after: [] });
    expect(await news(sol)).toEqual(['steward-named Odalie']);
    const mails = await mailsTo(sol);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('look after their videos');
    expect(await canSee(sol)).toBe(false);
    expect(await activity()).toEqual(['steward-named']);
  });

  it('needs a connection, a waiting time of 30 to 365 days and a confirmed address; at most five stewards', async () => {
    expect((await name(90, nora)).json().code).toBe('steward.not_connected');
    expect((await name(90, odalie)).json().code).toBe('steward.not_connected');
    // Nora is connected with others, and has only a pending request of Odalie.
    await connect(server, gia, nora, 'friend');
    await connect(server, nora, await loginAs(server), 'friend');
    await call(odalie, 'POST', '/api/connections', { relationship: 'friend', userB: nora.id });
    expect((await name(90, nora)).json().code).toBe('steward.not_connected');
    for (const days of [29, 366, 45.5]) expect((await name(days)).json().code).toBe('request.invalid');
    const { db } = server.deps;
    for (let n = 0; n < 5; n += 1) {
      const other = await loginAs(server);
      await connect(server, odalie, other, 'friend');
      expect((await name(90, other)).statusCode).toBe(200);
      expect((await call(other, 'PUT', `/api/stewards/${odalie.id}`, { waiting_days: 90 })).statusCode).toBe(200);
      expect((await name(60, other)).statusCode).toBe(200);
    }
    expect((await name()).json().code).toBe('steward.too_many');
    await db.deleteFrom('stewards').where('owner_id', '=', odalie.id).execute();
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', odalie.id).execute();
    expect((await name()).json().code).toBe('steward.unverified');
  });

  it('ends if the steward declines, the owner removes them, or the connection ends', async () => {
    await name();
    await name(60, gia);
    expect((await decline()).statusCode).toBe(204);
    expect(await news(sol)).toEqual([]);
    expect(await request()).toBeNull();
    expect(firstNames((await readRule()).stewards)).toEqual(['Gia']);
    expect((await call(odalie, 'GET', '/api/stewards')).json().stewards).toMatchObject([
      { person: { first_name: 'Sol' }, declined: true },
      { person: { first_name: 'Gia' }, declined: false },
    ]);
    expect(await news(odalie)).toEqual(['steward-declined Sol']);
    expect((await ask()).json().code).toBe('steward.missing');
    expect((await decline()).json().code).toBe('steward.missing');
    await call(odalie, 'DELETE', `/api/stewards/${sol.id}`);
    expect((await call(odalie, 'GET', '/api/stewards')).json().stewards).toMatchObject([
      { person: { first_name: 'Gia' } },
    ]);
    await name();
    expect((await call(odalie, 'DELETE', `/api/connections/${connection}`)).statusCode).toBe(204);
    expect((await ask()).json().code).toBe('steward.missing');
    // A new connection does not restore the stewardship.
    await connect(server, odalie, sol, 'friend');
    expect((await ask()).json().code).toBe('steward.missing');
  });

  it('omits people who are leaving, and allows no request to such an owner', async () => {
    await name();
    await name(60, gia);
    await setRule('give', [sol, gia]);
    await leave(sol);
    expect((await call(odalie, 'GET', '/api/stewards')).json().stewards).toMatchObject([
      { person: { first_name: 'Gia' } },
    ]);
    expect(await readRule()).toMatchObject({ people: [{ first_name: 'Gia' }], stewards: [{ first_name: 'Gia' }] });
    await leave(odalie);
    expect((await call(gia, 'GET', '/api/stewards')).json().looking_after).toEqual([]);
    expect((await ask(gia)).json().code).toBe('steward.missing');
    const asked = server.deps.db.selectFrom('stewards').select('id').where('asked_at', 'is not', null);
    expect(await asked.where('owner_id', '=', odalie.id).execute()).toEqual([]);
  });
});

describe('a steward request', () => {
  it('can be repeated without effect, and made only by a steward', async () => {
    await name();
    expect((await ask(gia)).json().code).toBe('steward.missing');
    const asked = await request();
    expect(asked?.asked_at).toBeNull();
    expect(stewardship.parse((await ask()).json()).person.first_name).toBe('Odalie');
    const petras = await call(sol, 'POST', `/api/stewardships/${petra.id}/request`);
    expect(stewardship.parse(petras.json()).person.first_name).toBe('Petra');
    await passDays(50);
    const later = await request();
    expect(stewardship.parse((await ask()).json())).toEqual(later);
    expect(await mailsTo(odalie)).toHaveLength(1);
  });

  it('sends the reminders of two owners', async () => {
    await name();
    await ask();
    await passDays(46);
    await server.deps.db.updateTable('stewards').set({ reminders: 0 }).where('id', '=', petrasRows.waiting).execute();
    const earlier = (await mailsTo(petra)).length;
    await runJob();
    expect([(await mailsTo(odalie)).length, (await mailsTo(petra)).length - earlier]).toEqual([2, 1]);
  });

  it('starts nothing before the waiting time is over; sends mails immediately, at half of it and a week before', async () => {
    await name();
    const asked = stewardship.parse((await ask()).json());
    const days = (Date.parse(asked.starts_at ?? '') - Date.parse(asked.asked_at ?? '')) / 86_400_000;
    // An hour more or less if daylight saving time changes.
    expect(Math.round(days)).toBe(90);
    const counts: number[] = [(await mailsTo(odalie)).length];
    for (const later of [44, 2, 30, 6, 2, 4]) {
      await passDays(later);
      await Promise.all([runJob(), runJob()]);
      counts.push((await mailsTo(odalie)).length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 2, 3, 3]);
    expect(await canSee(sol)).toBe(false);
    expect((await request())?.started_at).toBeNull();
    await passDays(3);
    await Promise.all([runJob(), runJob()]);
    expect(await canSee(sol)).toBe(true);
    expect(await news(sol)).toEqual(['steward-started Odalie']);
    expect((await mailsTo(sol)).filter((mail) => mail.includes('waiting time is over'))).toHaveLength(1);
  });

  it('whose mails were late because no worker ran starts a week after the last one', async () => {
    await name(30);
    await ask();
    await passDays(200);
    await runJob();
    expect(await mailsTo(odalie)).toHaveLength(2);
    expect((await request())?.started_at).toBeNull();
    await passDays(6);
    await runJob();
    expect(await canSee(sol)).toBe(false);
    await passDays(1);
    await runJob();
    expect(await canSee(sol)).toBe(true);
  });

  it('waits while the owner has no confirmed address, and starts a week after the mail that reaches them', async () => {
    const setVerified = (email_verified_at: Date | null) =>
      server.deps.db.updateTable('users').set({ email_verified_at }).where('id', '=', odalie.id).execute();
    await name(30);
    await ask();
    expect(await mailsTo(odalie)).toHaveLength(1);
    await setVerified(null);
    await passDays(30);
    await runJob();
    await passDays(30);
    await runJob();
    expect(await mailsTo(odalie)).toHaveLength(1);
    expect((await request())?.started_at).toBeNull();
    await setVerified(new Date());
    await runJob();
    expect(await mailsTo(odalie)).toHaveLength(2);
    await setVerified(null);
    await passDays(7);
    await runJob();
    expect((await request())?.started_at).toBeNull();
    await setVerified(new Date());
    await runJob();
    expect((await request())?.started_at).not.toBeNull();
  });

  it.each([
    ['any request', (url: string) => call(odalie, 'GET', url)],
    [
      'a request of a disabled account',
      async (url: string) => {
        const { db } = server.deps;
        await db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', odalie.id).execute();
        await call(odalie, 'GET', url);
        await db.updateTable('users').set({ disabled_at: null }).where('id', '=', odalie.id).execute();
      },
    ],
    [
      'the link in the mail, without a login',
      async () => {
        const [, id = '', code = ''] =
          /\/here\/([0-9a-f-]{36})\/([\w-]{22})/.exec((await mailsTo(odalie))[0] ?? '') ?? [];
        const body = { id, code };
        const wrong = await call(null, 'POST', '/api/stewards/here', { id, code: `${code.slice(1)}x` });
        expect(wrong.json().code).toBe('steward.ended');
        expect((await call(null, 'POST', '/api/stewards/here', { id: newId(), code })).json().code).toBe(
          'steward.ended',
        );
        expect((await request())?.asked_at).not.toBeNull();
        expect((await call(null, 'POST', '/api/stewards/here', body)).statusCode).toBe(204);
        expect((await call(null, 'POST', '/api/stewards/here', body)).json().code).toBe('steward.ended');
      },
    ],
  ])('is cancelled by %s', async (_what, live) => {
    await name();
    await name(60, gia);
    await ask();
    // A request of another person is not a sign of life.
    await call(gia, 'GET', '/api/user');
    expect((await request())?.asked_at).not.toBeNull();
    await live('/api/user');
    expect(await request()).toMatchObject({ asked_at: null, starts_at: null, started_at: null });
    expect(await news(sol)).toEqual(['steward-stopped Odalie']);
    // Other people have not made a request.
    expect(await news(gia)).toEqual(['steward-named Odalie']);
    expect(await news(odalie)).toEqual(['steward-asked Sol']);
    for (const person of [sol, odalie]) await call(person, 'PUT', '/api/notifications/read', {});
    await passDays(6);
    expect((await ask()).json().code).toBe('steward.too_soon');
    await passDays(1);
    expect((await ask()).statusCode).toBe(200);
    // Both are notified of the second request too.
    expect(await news(odalie, { unread: true })).toEqual(['steward-asked Sol']);
    expect(await news(sol, { unread: true })).toEqual(['steward-stopped Odalie']);
    expect(await activity()).toEqual([
      ...['steward-named', 'steward-named'],
      ...['steward-asked', 'steward-stopped', 'steward-asked', 'steward-stopped'],
    ]);
  });
});

describe('a started stewardship', () => {
  it('lets only the steward watch videos that are not excluded, without changing them', async () => {
    const closed = await storedVideo(server, odalie.id, { permission: 'invite-only' });
    const sealed = await storedVideo(server, odalie.id, { permission: 'invite-only' });
    const processing = await storedVideo(server, odalie.id, { status: 'processing' });
    const deleted = await storedVideo(server, odalie.id);
    const later = new Date(Date.now() + 86_400_000);
    await server.deps.db.updateTable('videos').set({ opens_at: later }).where('id', '=', sealed).execute();
    await setRule('closed', [], closed);
    await setRule('delete', [], deleted);
    await begin();
    const listed = (await call(sol, 'GET', `/api/video/user/${odalie.id}`)).json();
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([video]);
    for (const id of [closed, sealed, processing, deleted]) expect(await canSee(sol, id)).toBe(false);
    expect((await call(sol, 'GET', `/media/videos/${video}/playback`)).body).toContain(
      storedContent('playback', video),
    );
    expect(await canSee(gia)).toBe(false);
    for (const [method, url, body] of [
      ['DELETE', `/api/video/${video}`],
      ['PUT', `/api/permission/${video}`, { permission: 'everyone' }],
      ['PUT', `/api/video/${video}/steward-rule`, { rule: 'closed' }],
      ['POST', '/api/share', { user_id: [gia.id], video_id: video }],
      ['GET', `/api/video/${video}/audience`],
    ] as const) {
      expect((await call(sol, method, url, body)).json().code, url).toBe('video.missing');
    }
    expect(await canSee(sol)).toBe(true);
    // Calls the service, because a request of the owner would cancel the stewardship.
    const { audience } = await getAudience(server.deps, video, odalie.id, { limit: 10 });
    expect(audience.people).toMatchObject([{ first_name: 'Sol', reasons: [{ reason: 'steward' }] }]);
  });

  it('ends with the first sign of life, which also revokes all gifts', async () => {
    await setRule('give', [gia]);
    await begin();
    expect((await give(gia)).statusCode).toBe(204);
    expect([await canSee(sol), await canSee(gia)]).toEqual([true, true]);
    await call(odalie, 'GET', '/api/notifications/count');
    expect([await canSee(sol), await canSee(gia)]).toEqual([false, false]);
    expect((await call(sol, 'GET', `/media/videos/${video}/playback`)).statusCode).toBe(404);
    expect((await give(gia)).json().code).toBe('video.missing');
    expect(await news(sol)).toEqual(['steward-stopped Odalie']);
    const seen = await activity();
    expect(seen.slice(0, 5)).toEqual(['steward-rule', 'steward-named', 'steward-asked', 'steward-started', 'given']);
    // At the same time, so in either order.
    expect(seen.slice(5).sort()).toEqual(['given-back', 'steward-stopped']);
  });

  it('ends immediately if the steward declines, is blocked, or blocks', async () => {
    await begin();
    await decline();
    expect(await canSee(sol)).toBe(false);
    await call(odalie, 'DELETE', `/api/stewards/${sol.id}`);
    await begin();
    expect((await call(sol, 'PUT', `/api/blocks/${odalie.id}`)).statusCode).toBe(204);
    expect(await canSee(sol)).toBe(false);
    const left = server.deps.db.selectFrom('stewards').select('id').where('owner_id', '=', odalie.id);
    expect(await left.execute()).toEqual([]);
  });

  it('deletes videos with the rule `delete` a week after the start, unless there is a sign of life', async () => {
    await setRule('delete');
    const other = await storedVideo(server, odalie.id);
    const exists = async (id: string) =>
      (await server.deps.db.selectFrom('videos').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    await begin();
    await passDays(6);
    await runJob();
    expect(await exists(video)).toBe(true);
    await call(odalie, 'GET', '/api/user');
    await passDays(30);
    await runJob();
    expect(await exists(video)).toBe(true);
    await ask();
    await passDays(83);
    await runJob();
    await passDays(7);
    await runJob();
    await passDays(7);
    await expect(advanceStewardships(server.deps, AbortSignal.abort(new Error('the worker ends')))).rejects.toThrow(
      'the worker ends',
    );
    expect(await exists(video)).toBe(true);
    await runJob();
    await server.drainJobs();
    expect([await exists(video), await exists(other)]).toEqual([false, true]);
  });

  it('does not delete a video if a sign of life comes just before the deletion', async () => {
    const { db } = server.deps;
    await setRule('delete');
    await begin();
    await passDays(7);
    let job = Promise.resolve();
    await db.transaction().execute(async (tx) => {
      await cancelRequests(tx, odalie.id);
      job = runJob();
      await untilSomebodyWaits();
    });
    await job;
    expect((await readRule()).rule).toBe('delete');
  });

  it('a sign of life waits for a running gift, archive or deletion, and these wait for each other', async () => {
    const { db } = server.deps;
    const deleted = await storedVideo(server, odalie.id);
    await setRule('delete', [], deleted);
    await setRule('give', [gia]);
    await begin();
    await passDays(7);
    let second: ReturnType<typeof give> | undefined;
    await db.transaction().execute(async (tx) => {
      expect(await giveVideo(tx, sol.id, video, gia.id)).toEqual({ isNew: true });
      second = give(gia);
      await untilSomebodyWaits();
    });
    expect([(await second)?.statusCode, await news(gia)], 'the second gift is not new').toEqual([204, []]);
    const isDeleted = (id: string) => db.transaction().execute((tx) => lockDeletion(tx, id, odalie.id));
    expect([await isDeleted(deleted), await isDeleted(video)]).toEqual([true, false]);
    const { id } = await db
      .selectFrom('stewards')
      .select('id')
      .where('owner_id', '=', odalie.id)
      .executeTakeFirstOrThrow();
    /** Which of these rows other transactions can still lock after this work. */
    const free = (table: 'stewards' | 'users', ids: string[], work: (tx: Tx) => Promise<unknown>) =>
      db.transaction().execute(async (tx) => {
        await work(tx);
        const rows = db.selectFrom(table).select('id').where('id', 'in', ids).forUpdate().skipLocked();
        return (await rows.execute()).map((row) => row.id);
      });
    const rows = [id, petrasRows.waiting];
    const pair = { stewardId: sol.id, ownerId: odalie.id };
    expect(await free('stewards', rows, (tx) => giveVideo(tx, sol.id, video, gia.id))).toEqual([petrasRows.waiting]);
    expect(await free('stewards', rows, (tx) => findStewardship(tx, pair, { lock: true }))).toEqual([
      petrasRows.waiting,
    ]);
    expect(await free('stewards', rows, (tx) => lockDeletion(tx, video, odalie.id))).toEqual([petrasRows.waiting]);
    expect(await free('stewards', rows, (tx) => lockStewardship(tx, sol.id, odalie.id))).toEqual([petrasRows.waiting]);
    const people = [odalie.id, sol.id];
    expect(await free('users', people, (tx) => countOthers(tx, odalie.id, sol.id))).toEqual([sol.id]);
    // An archive also waits for an earlier sign of life.
    let archive: ReturnType<typeof call> | undefined;
    await db.transaction().execute(async (tx) => {
      await cancelRequests(tx, odalie.id);
      archive = call(sol, 'POST', `/api/stewardships/${odalie.id}/archive`);
      await untilSomebodyWaits();
    });
    expect((await archive)?.json().code).toBe('steward.missing');
  });
});

describe('after a sign of life', () => {
  const stewards = async () => stewardsResponse.parse((await call(odalie, 'GET', '/api/stewards')).json());
  const hasNews = async (person: TestPerson) => (await call(person, 'GET', '/api/user')).json().steward_news === true;

  it.each([
    ['it is still waiting', false],
    ['it has started', true],
  ])(
    'the owner reads once who had made a request if %s; the steward sees the state before',
    async (_what, hasBegun) => {
      if (hasBegun) await begin();
      else {
        await name();
        await ask();
      }
      expect(await hasNews(sol)).toBe(hasBegun);
      expect(await hasNews(gia)).toBe(false);
      // The first request of the owner is the sign of life, and its response already lists the cancelled request.
      expect(await hasNews(odalie)).toBe(true);
      expect(await hasNews(sol)).toBe(false);
      expect((await stewards()).ended).toMatchObject([
        { person: { first_name: 'Sol' }, started_at: hasBegun ? expect.any(String) : null },
      ]);
      expect((await call(sol, 'PUT', '/api/stewards/ended/read')).statusCode).toBe(204);
      expect((await stewards()).ended).toHaveLength(1);
      expect((await call(odalie, 'PUT', '/api/stewards/ended/read')).statusCode).toBe(204);
      expect((await stewards()).ended).toEqual([]);
      expect(await hasNews(odalie)).toBe(false);
    },
  );

  it('the owner reads of each cancelled request, earliest first, without people who are leaving', async () => {
    for (const person of [sol, gia]) {
      await name(60, person);
      expect((await ask(person)).statusCode).toBe(200);
    }
    await stewards();
    await server.deps.db
      .updateTable('stewards')
      .set({ stopped_at: daysAgo(2) })
      .where('steward_id', '=', gia.id)
      .execute();
    const ended = async () => firstNames((await stewards()).ended.map(({ person }) => person));
    expect(await ended()).toEqual(['Gia', 'Sol']);
    await leave(gia);
    expect(await ended()).toEqual(['Sol']);
  });
});

describe('keeping videos', () => {
  const keep = (method: 'GET' | 'POST' | 'DELETE' = 'POST', by = sol) =>
    call(by, method, `/api/stewardships/${odalie.id}/archive`);
  const files = () => storedKeys(server, `archives/${sol.id}/`);
  let scratch: string;
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'kinreel-kept-'));
  });
  afterAll(() => rm(scratch, { recursive: true }));

  /** Rafe has started an archive of Petra's videos. @returns its id */
  async function petrasArchive(): Promise<string> {
    const row = { id: newId(), user_id: rafe.id, steward_row_id: petrasRows.begun, key: null, sha256: null };
    await server.deps.db.insertInto('archives').values(row).execute();
    return row.id;
  }

  /** Sol has made an archive. */
  async function made() {
    expect((await keep()).statusCode).toBe(202);
    await server.drainJobs();
    const { archive } = archiveResponse.parse((await keep('GET')).json());
    expect(archive?.status).toBe('ready');
    return { id: archive?.id ?? '', url: `/media/archives/${archive?.id}` };
  }

  it('an archive contains only videos of its owner, and no originals of trimmed videos', async () => {
    const { db } = server.deps;
    const others = await storedVideo(server, gia.id);
    await db.updateTable('videos').set({ steward_rule: 'watch' }).where('id', 'in', [video, others]).execute();
    const cut = { trim_start_ms: 1000, trim_end_ms: 2000, whole_ms: 3000 };
    const trimmed = await storedVideo(server, odalie.id);
    await db
      .updateTable('videos')
      .set({ steward_rule: 'watch', ...cut })
      .where('id', '=', trimmed)
      .execute();
    await begin();
    const { id } = await db
      .selectFrom('stewards')
      .select('id')
      .where('owner_id', '=', odalie.id)
      .where('steward_id', '=', sol.id)
      .executeTakeFirstOrThrow();
    const stewardship = {
      id: newId(),
      owner_id: gia.id,
      steward_id: sol.id,
      waiting_days: 30,
      connection_id: await connect(server, gia, sol, 'friend'),
      started_at: daysAgo(30),
      asked_at: daysAgo(130),
      starts_at: daysAgo(40),
      reminders: 2,
    };
    await db.insertInto('stewards').values(stewardship).execute();
    const kept = await readKeptVideos(db, id);
    expect(kept?.videos.map((one) => one.id).sort()).toEqual([video, trimmed].sort());
    expect(new Set(kept?.files.map((file) => file.video_id))).toEqual(new Set([video, trimmed]));
    const originals = kept?.files.filter(({ kind }) => kind === 'original');
    expect(originals?.map((file) => file.video_id)).toEqual([video]);
  });

  it('an archive contains the videos that the steward may keep, with originals, and nothing else of the owner', async () => {
    const { db } = server.deps;
    const [closed, sealed, deleted, drafted] = [
      await storedVideo(server, odalie.id),
      await storedVideo(server, odalie.id),
      await storedVideo(server, odalie.id),
      await storedVideo(server, odalie.id, { promptId: 27 }),
    ];
    const processing = await storedVideo(server, odalie.id, { status: 'processing' });
    const foreign = await storedVideo(server, gia.id);
    await db
      .updateTable('videos')
      .set({ opens_at: new Date(Date.now() + 86_400_000) })
      .where('id', '=', sealed)
      .execute();
    await db
      .insertInto('captions')
      .values(
        ([video, drafted] as const).map((video_id) => ({
          video_id,
          search_text: '',
          version: newId(),
          source: video_id === video ? 'person' : 'draft',
          cues: JSON.stringify([{ start: 0, end: 1, text: `said in ${video_id}` }]),
        })),
      )
      .execute();
    await db.updateTable('users').set({ about_me: 'a secret', city: 'Ely' }).where('id', '=', odalie.id).execute();
    await call(odalie, 'POST', '/api/share', { user_id: [gia.id], video_id: video });
    await setRule('closed', [], closed);
    await setRule('delete', [], deleted);
    await setRule('give', [gia]);
    expect((await keep()).json().code).toBe('steward.missing');
    await begin();
    const { url, id } = await made();
    const zip = join(scratch, `${id}.zip`);
    const answer = await call(sol, 'GET', url);
    expect(answer.headers['content-disposition']).toMatch(/filename=kinreel-odalie-\d{4}-\d\d-\d\d\.zip$/);
    await writeFile(zip, answer.rawPayload);
    const folder = await unpackBag(zip, join(scratch, id));
    const read = (path: string) => readFile(join(folder, path), 'utf8');
    const data = JSON.parse(await read('data/kinreel.json'));
    expect(Object.keys(data)).toEqual(['format', 'made_by', 'made_at', 'videos_of', 'videos', 'problems']);
    expect(data.videos_of).toEqual({ first_name: 'Odalie', last_name: 'Fennick' });
    expect(data.videos).toEqual(
      ([video, drafted] as const).map((one) =>
        expect.objectContaining({ captions: one === video ? expect.stringContaining('captions.vtt') : null }),
      ),
    );
    for (const [index, one] of [video, drafted].entries()) {
      for (const kind of ['original', 'playback'] as const) {
        expect(await read(`data/${data.videos[index][kind].path}`)).toBe(storedContent(kind, one));
      }
    }
    for (const key of ['permission', 'shared_with', 'links', 'give_to', 'if_i_no_longer_can', 'opens_at']) {
      expect(data.videos[0]).not.toHaveProperty(key);
    }
    const all = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const texts = await Promise.all(all.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')));
    for (const secret of ['a secret', 'Ely', 'Gia', odalie.email, closed, sealed, deleted, processing, foreign]) {
      expect(
        texts.filter((text) => text.includes(secret)),
        secret,
      ).toEqual([]);
    }
    expect(texts.some((text) => text.includes(`said in ${drafted}`))).toBe(false);
    const page = await read('index.html');
    expect(page).toContain('Videos of Odalie Fennick');
    expect(page).toContain(`src="data/${data.videos[0].playback.path}"`);
    const other = { archiveId: await petrasArchive(), userId: rafe.id };
    const downloads = [
      { archiveId: id, userId: sol.id },
      { ...other, archiveId: id },
      { ...other, userId: sol.id },
      other,
    ];
    expect(await findEndedDownloads(db, downloads)).toEqual([1, 2]);
    await leave(odalie);
    expect(await findEndedDownloads(db, downloads)).toEqual([0, 1, 2]);
    expect((await call(sol, 'GET', url)).json().code).toBe('archive.missing');
  });

  it('notifies the steward in the app and by mail; only they can download the archive, also by range', async () => {
    await begin();
    const { url } = await made();
    const [notification] = (await call(sol, 'GET', '/api/notifications')).json();
    expect(notification).toMatchObject({ kind: 'archive-ready', actor: { first_name: 'Odalie' } });
    const [mail] = (
      await readdir(server.deps.config.mail.dir).then((names) =>
        Promise.all(names.map((file) => readFile(join(server.deps.config.mail.dir, file), 'utf8'))),
      )
    ).filter((text) => text.includes(`To: ${sol.email}`) && text.includes('the videos of Odalie'));
    expect(mail).toBeDefined();
    const whole = await call(sol, 'GET', url);
    const headers = { ...sol.headers, range: 'bytes=100-', 'if-range': whole.headers.etag as string };
    const rest = await server.app.inject({ url, headers });
    expect([rest.statusCode, rest.rawPayload.equals(whole.rawPayload.subarray(100))]).toEqual([206, true]);
    for (const other of [gia, nora]) expect((await call(other, 'GET', url)).json().code).toBe('archive.missing');
    expect((await keep('GET', gia)).json().code).toBe('steward.missing');
    // Sol's request for Petra is still waiting.
    const petras = await call(sol, 'GET', `/api/stewardships/${petra.id}/archive`);
    expect(petras.json().code).toBe('steward.missing');
    // The archive of their own data is separate.
    expect((await call(sol, 'GET', '/api/archive')).json()).toEqual({ archive: null });
    await call(sol, 'POST', '/api/archive');
    await server.drainJobs();
    // Deleting Gia's account does not affect these archives.
    await deleteArchivesAbout(server.deps, gia.id);
    expect(await files()).toHaveLength(2);
    expect((await keep('DELETE')).statusCode).toBe(204);
    expect((await call(sol, 'GET', url)).statusCode).toBe(404);
    expect(await files()).toHaveLength(1);
    await call(sol, 'DELETE', '/api/archive');
  });

  it('single originals can be downloaded by the same rule', async () => {
    const closed = await storedVideo(server, odalie.id, { permission: 'friend' });
    await setRule('closed', [], closed);
    const original = (id: string) => call(sol, 'GET', `/media/videos/${id}/original`);
    const urlOf = async (id: string) => (await call(sol, 'GET', `/api/video/${id}`)).json()[0]?.original_url;
    expect((await original(video)).statusCode).toBe(404);
    await begin();
    expect((await original(video)).body).toBe(storedContent('original', video));
    expect(await urlOf(video)).toMatch(/\/original\?v=/);
    // A friend may watch the video, but not keep it.
    expect(await canSee(sol, closed)).toBe(true);
    expect([await urlOf(closed), (await original(closed)).statusCode]).toEqual([null, 404]);
    await call(odalie, 'GET', '/api/user');
    expect((await original(video)).statusCode).toBe(404);
  });

  it.each([
    ['a sign of life', true, () => call(odalie, 'GET', '/api/user')],
    ['a refusal of the steward', true, () => decline()],
    ['the end of the connection', false, () => call(sol, 'DELETE', `/api/connections/${connection}`)],
  ])('ends with %s, and its file is deleted (immediately: %s)', async (_what, isAtOnce, end) => {
    await begin();
    const { url } = await made();
    const others = await petrasArchive();
    await end();
    expect((await findArchive(server.deps.db, others))?.id, 'the archive of another steward').toBe(others);
    if (isAtOnce) expect(await files()).toEqual([]);
    expect((await call(sol, 'GET', url)).json().code).toBe('archive.missing');
    expect((await keep()).json().code).toBe('steward.missing');
    expect(await server.deps.db.selectFrom('archives').select('id').where('user_id', '=', sol.id).execute()).toEqual(
      [],
    );
    await sweepHandler(server.deps, { orphanAgeMs: 0, stagingAgeMs: 0 }).run(
      {},
      { signal: new AbortController().signal },
    );
    expect(await files()).toEqual([]);
  });

  it('an archive that is being made during a sign of life is discarded; the next one starts over', async () => {
    await begin();
    expect((await keep()).statusCode).toBe(202);
    await call(odalie, 'GET', '/api/user');
    await server.drainJobs();
    expect(await files()).toEqual([]);
    expect(await server.deps.db.selectFrom('archives').select('id').where('user_id', '=', sol.id).execute()).toEqual(
      [],
    );
    await passDays(7);
    await ask();
    await passDays(83);
    await runJob();
    await passDays(7);
    await runJob();
    expect((await keep('GET')).json()).toEqual({ archive: null });
    await made();
    // The same for one that is being made while the owner's account is deleted.
    expect((await keep()).statusCode).toBe(202);
    await leave(odalie);
    const { id: archiveId } = await server.deps.db
      .selectFrom('archives')
      .select('id')
      .where('user_id', '=', sol.id)
      .executeTakeFirstOrThrow();
    await runMakeArchive(server.deps, archiveId, new AbortController().signal);
    await server.drainJobs();
    const archives = server.deps.db.selectFrom('archives').select('status').where('user_id', '=', sol.id);
    expect([await files(), await archives.execute()]).toEqual([[], [{ status: 'making' }]]);
  });

  it('a running download stops within seconds after a sign of life', async () => {
    await begin();
    const { id, url } = await made();
    const size = 64 * 1024 * 1024;
    const big = join(await server.deps.storage.stagingFolder(), 'big');
    await writeFile(big, '');
    await truncate(big, size);
    const [key = ''] = await files();
    await server.deps.storage.put(key, big);
    await server.deps.db.updateTable('archives').set({ size }).where('id', '=', id).execute();
    const large = await largeVideo(server, odalie.id, { kind: 'original' });
    const [archive, original] = [
      await openResponse(origin, url, sol.headers),
      await openResponse(origin, `/media/videos/${large}/original`, sol.headers),
    ];
    await call(odalie, 'GET', '/api/user');
    for (const one of [archive, original]) await expect.poll(() => one.isOpen).toBe(false);
  });
});

describe('rules of a video', () => {
  it('can be read and changed by its owner, with connected people', async () => {
    const other = await storedVideo(server, odalie.id);
    expect(await readRule()).toEqual({ rule: 'watch', people: [], stewards: [] });
    await name();
    expect((await setRule('give', [nora])).json().code).toBe('steward.not_connected');
    expect(await readRule()).toMatchObject({ rule: 'watch', stewards: [{ first_name: 'Sol' }] });
    await setRule('give', [sol, gia]);
    expect(firstNames((await readRule()).people)).toEqual(['Gia', 'Sol']);
    await setRule('give', [sol], other);
    await setRule('give', [gia]);
    expect([firstNames((await readRule()).people), firstNames((await readRule(other)).people)]).toEqual([
      ['Gia'],
      ['Sol'],
    ]);
    for (const method of ['GET', 'PUT'] as const) {
      const answer = await call(gia, method, `/api/video/${video}/steward-rule`, { rule: 'watch' });
      expect(answer.json().code).toBe('video.missing');
    }
    expect(await readRule()).toMatchObject({ rule: 'give', people: [{ first_name: 'Gia' }] });
    expect((await setRule('closed', [gia])).json()).toMatchObject({ rule: 'closed', people: [] });
    expect([(await readRule()).rule, (await readRule(other)).rule]).toEqual(['closed', 'give']);
  });

  it('a steward can give a video only to people whom the owner chose, with the steward as the actor', async () => {
    const other = await storedVideo(server, odalie.id);
    await setRule('give', [gia]);
    await begin();
    const gifts = async () =>
      giftsResponse.parse((await call(sol, 'GET', `/api/stewardships/${odalie.id}/gifts`)).json());
    expect(await gifts()).toMatchObject([{ video_id: video, people: [{ first_name: 'Gia', given: false }] }]);
    expect((await give(nora)).json().code).toBe('video.missing');
    expect((await call(sol, 'PUT', `/api/video/${other}/gifts/${gia.id}`)).json().code).toBe('video.missing');
    expect((await give(gia, gia)).json().code).toBe('video.missing');
    expect(await canSee(gia)).toBe(false);
    await Promise.all([give(gia), give(gia)]);
    expect(await canSee(gia)).toBe(true);
    expect(await news(gia)).toEqual(['video-given Sol']);
    expect(await gifts()).toMatchObject([{ people: [{ first_name: 'Gia', given: true }] }]);
    expect((await call(gia, 'GET', `/api/stewardships/${odalie.id}/gifts`)).json().code).toBe('steward.missing');
    // A gift stays until there is a sign of life, also if the steward declines.
    await decline();
    expect([await canSee(sol), await canSee(gia)]).toEqual([false, true]);
    await call(odalie, 'GET', '/api/user');
    expect(await canSee(gia)).toBe(false);
  });

  it('a gift is for one video and one person, including the steward, and not for people who have blocked the steward', async () => {
    const { db } = server.deps;
    const [old, third] = [
      await storedVideo(server, odalie.id, { createdAt: new Date('2020-02-03') }),
      await storedVideo(server, odalie.id),
    ];
    await connect(server, nora, odalie, 'friend');
    for (const id of [old, video, third]) await setRule('give', [sol, nora, gia], id);
    await name();
    const gifts = () => call(sol, 'GET', `/api/stewardships/${odalie.id}/gifts`);
    expect((await gifts()).json().code).toBe('steward.missing');
    await begin();
    // Sol's stewardships of both owners have started.
    await db
      .updateTable('stewards')
      .set({ started_at: daysAgo(1) })
      .where('id', '=', petrasRows.waiting)
      .execute();
    const listed = async () =>
      giftsResponse
        .parse((await gifts()).json())
        .map(({ video_id, people }) => [video_id, ...people.map((one) => `${one.first_name} ${one.given}`)]);
    const nobody = ['Gia false', 'Nora false', 'Sol false'];
    expect(await listed()).toEqual([third, video, old].map((id) => [id, ...nobody]));
    expect([(await give(gia)).statusCode, (await give(sol)).statusCode]).toEqual([204, 204]);
    expect(await listed()).toEqual([
      [third, ...nobody],
      [video, 'Gia true', 'Nora false', 'Sol true'],
      [old, ...nobody],
    ]);
    expect([await canSee(gia), await canSee(gia, old), await canSee(nora)]).toEqual([true, false, false]);
    expect([await news(gia), await news(sol)]).toEqual([['video-given Sol'], ['steward-started Odalie']]);
    await call(nora, 'PUT', `/api/blocks/${sol.id}`);
    expect((await give(nora)).json().code).toBe('video.missing');
    expect(JSON.stringify(await listed())).not.toContain('Nora');
    await db.updateTable('stewards').set({ started_at: null }).where('id', '=', petrasRows.waiting).execute();
  });
});
