import { NOTIFICATION_KINDS, type Notification, notificationsResponse } from '@kinreel/contracts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { untilWaiting } from '../../testing/lock-waits.ts';
import { readPages } from '../../testing/pages.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { prepareVideoFailedHandler } from '../media/jobs/prepare-video.jobs.ts';
import { sweepHandler } from '../operations/maintenance/sweep.jobs.ts';
import { notifyRecipients } from '../sharing/sharing.service.ts';
import { failVideo, publishVideo } from '../videos/video-lifecycle.ts';
import { trimNotifications } from './notifications.queries.ts';
import { notify, removeNotification } from './notifications.service.ts';

let server: TestServer;
let odalie: TestPerson;
let tavi: TestPerson;
let stranger: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  [odalie, tavi, stranger] = await Promise.all([
    loginAs(server, { firstName: 'Odalie' }),
    loginAs(server, { firstName: 'Tavi' }),
    loginAs(server),
  ]);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.deps.db.deleteFrom('videos').execute();
  await server.deps.db.deleteFrom('connections').execute();
  await server.deps.db.deleteFrom('notifications').execute();
});

function call(person: TestPerson | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  return server.app.inject({
    method,
    url,
    ...(person ? { headers: person.headers } : {}),
    ...(payload ? { payload } : {}),
  });
}
async function notificationsOf(person: TestPerson): Promise<Notification[]> {
  return notificationsResponse.parse((await call(person, 'GET', '/api/notifications')).json());
}
const kinds = async (person: TestPerson) => (await notificationsOf(person)).map(({ kind }) => kind);
const unread = async (person: TestPerson) => (await call(person, 'GET', '/api/notifications/count')).json().unread;
const ask = async (from: TestPerson, to: TestPerson, relationship = 'family') =>
  (await call(from, 'POST', '/api/connections', { relationship, userB: to.id })).json().connection_id as string;
const share = (videoId: string, ...people: TestPerson[]) =>
  call(odalie, 'POST', '/api/share', { video_id: videoId, user_id: people.map(({ id }) => id) });
const rows = () => server.deps.db.selectFrom('notifications').selectAll().execute();
const giveUp = (videoId: string) =>
  prepareVideoFailedHandler(server.deps).run({ videoId }, { signal: new AbortController().signal });
/** Creates this many ready videos of a person, with notifications. @returns the videos, oldest first */
async function createNotifications(person: TestPerson, count: number): Promise<string[]> {
  const { db } = server.deps;
  const ids = Array.from({ length: count }, () => newId());
  await db
    .insertInto('videos')
    .values(
      ids.map((id) => ({
        id,
        owner_id: person.id,
        prompt_id: 26,
        permission: 'invite-only' as const,
        status: 'ready' as const,
      })),
    )
    .execute();
  for (const videoId of ids) await notify(server.deps, db, { kind: 'video-ready', userId: person.id, videoId });
  return ids;
}

describe('connections', () => {
  test('[CONN-02] only the recipient of a request is notified, with requester and relationship', async () => {
    const connectionId = await ask(tavi, odalie);
    const [notification, ...more] = await notificationsOf(odalie);
    expect(more).toEqual([]);
    expect(notification).toMatchObject({
      kind: 'connection-request',
      read: false,
      actor: { id: tavi.id, first_name: 'Tavi', last_name: 'Fennick' },
      connection_id: connectionId,
      relationship: 'family',
      video: null,
    });
    expect(Date.parse(notification?.created_at ?? '')).toBeCloseTo(Date.now(), -5);
    expect([await kinds(tavi), await kinds(stranger)]).toEqual([[], []]);
    expect((await call(odalie, 'GET', '/api/notifications')).body).not.toContain('@');
  });

  test('[CONN-02] a request of a person who is leaving is neither listed nor counted', async () => {
    await ask(tavi, odalie);
    const setLeaving = (at: Date | null) =>
      server.deps.db
        .updateTable('users')
        .set({ deletion_asked_at: at, delete_at: at })
        .where('id', '=', tavi.id)
        .execute();
    await setLeaving(new Date());
    const hidden = [await kinds(odalie), await unread(odalie)];
    await setLeaving(null);
    expect([hidden, await kinds(odalie), await unread(odalie)]).toEqual([[[], 0], ['connection-request'], 1]);
  });

  test('[CONN-02] the requester is notified of the acceptance; the notification of the request is removed', async () => {
    const connectionId = await ask(tavi, odalie);
    const confirm = () => call(odalie, 'PUT', `/api/connections/${connectionId}`);
    await Promise.all([confirm(), confirm(), confirm()]);
    expect(await kinds(odalie)).toEqual([]);
    expect(await notificationsOf(tavi)).toMatchObject([{ kind: 'connection-accepted', actor: { id: odalie.id } }]);
    await call(tavi, 'PUT', '/api/notifications/read', {});
    await confirm();
    expect(await unread(tavi), 'confirmed twice').toBe(0);
  });

  test('[CONN-05] of two people who request each other concurrently, one is notified of the acceptance', async () => {
    await Promise.all([ask(tavi, odalie), ask(odalie, tavi)]);
    const all = await rows();
    expect(all.map(({ kind }) => kind)).toEqual(['connection-accepted']);
    const row = await server.deps.db.selectFrom('connections').select('requester_id').executeTakeFirstOrThrow();
    expect(all[0]?.user_id).toBe(row.requester_id);
  });

  test('[CONN-04] notifications are removed with a cancelled request or a removed connection', async () => {
    const asked = await ask(tavi, odalie);
    await call(tavi, 'DELETE', `/api/connections/${asked}`);
    expect(await rows()).toEqual([]);
    const id = await connect(server, tavi, odalie, 'friend');
    const videoId = await storedVideo(server, odalie.id);
    await share(videoId, tavi);
    expect((await kinds(tavi)).sort()).toEqual(['connection-accepted', 'video-shared']);
    await call(odalie, 'DELETE', `/api/connections/${id}`);
    expect(await rows()).toEqual([]);
  });
});

describe('shares', () => {
  let videoId: string;
  beforeEach(async () => {
    await connect(server, odalie, tavi, 'family');
    await server.deps.db.deleteFrom('notifications').execute();
    videoId = await storedVideo(server, odalie.id);
  });

  test('[SHARE-06] the recipient is notified once of a shared video, with owner and video', async () => {
    await Promise.all(Array.from({ length: 5 }, () => share(videoId, tavi)));
    expect(await notificationsOf(tavi)).toMatchObject([
      {
        kind: 'video-shared',
        read: false,
        actor: { id: odalie.id, first_name: 'Odalie' },
        video: { id: videoId, prompt: 'What was your first job?', user_id: odalie.id },
        connection_id: null,
      },
    ]);
    expect(await unread(tavi)).toBe(1);
    expect([await kinds(odalie), await kinds(stranger)]).toEqual([[], []]);
    await call(tavi, 'PUT', '/api/notifications/read', {});
    await share(videoId, tavi);
    expect(await unread(tavi), 'shared again').toBe(0);
  });

  test('[SHARE-06] notifications are removed with the share or the video', async () => {
    for (const end of [
      () => call(odalie, 'DELETE', `/api/share/${videoId}/${tavi.id}`),
      () => call(tavi, 'DELETE', `/api/video/shared/${videoId}`),
      () => call(odalie, 'DELETE', `/api/video/${videoId}`),
    ]) {
      await share(videoId, tavi);
      expect(await kinds(tavi)).toEqual(['video-shared']);
      expect((await end()).statusCode).toBe(204);
      expect(await rows()).toEqual([]);
      expect((await call(tavi, 'GET', '/api/notifications')).body).toBe('[]');
    }
  });

  test('[SHARE-06] removing the notification of one recipient does not affect others', async () => {
    await connect(server, odalie, stranger, 'friend');
    await share(videoId, tavi, stranger);
    await removeNotification(server.deps.db, tavi.id, videoId);
    expect([await kinds(tavi), await kinds(stranger)]).toEqual([[], ['video-shared']]);
  });

  test('[SHARE-06] a video that is not ready notifies its current recipients when it is ready', async () => {
    const { db } = server.deps;
    await db.updateTable('videos').set({ status: 'processing' }).where('id', '=', videoId).execute();
    await share(videoId, tavi);
    expect(await rows()).toEqual([]);
    await db.deleteFrom('video_files').where('video_id', '=', videoId).where('kind', '<>', 'original').execute();
    for (let times = 0; times < 2; times += 1) {
      await db.transaction().execute(async (tx) => {
        const facts = { durationMs: 1000, missingMs: null, notes: [], width: 320, height: 180, thumbhash: null };
        const file = { key: newId(), contentType: 'video/mp4', size: 1, sha256: '' };
        const published = await publishVideo(server.deps, tx, { videoId }, [{ kind: 'playback', ...file }], facts);
        expect(published).toBe(times === 0);
        await notifyRecipients(server.deps, tx, videoId);
      });
    }
    expect(await kinds(tavi)).toEqual(['video-shared']);
  });

  test('[SHARE-06] a share concurrent with the video becoming ready notifies once', async () => {
    const { db } = server.deps;
    for (let round = 0; round < 10; round += 1) {
      const id = newId();
      await db
        .insertInto('videos')
        .values({ id, owner_id: odalie.id, prompt_id: 26, permission: 'invite-only' })
        .execute();
      await db
        .insertInto('video_files')
        .values({
          video_id: id,
          kind: 'original',
          key: newId(),
          content_type: 'video/mp4',
          size: 1,
          sha256: '',
          name: 'a.mp4',
        })
        .execute();
      const publish = db.transaction().execute(async (tx) => {
        const file = { kind: 'playback' as const, key: newId(), contentType: 'video/mp4', size: 1, sha256: '' };
        await publishVideo(server.deps, tx, { videoId: id }, [file], {
          durationMs: 1000,
          missingMs: null,
          notes: [],
          width: 320,
          height: 180,
          thumbhash: null,
        });
        await notifyRecipients(server.deps, tx, id);
      });
      await Promise.all([publish, share(id, tavi)]);
      const said = (await rows()).filter((row) => row.video_id === id);
      expect(said.map(({ kind, user_id }) => [kind, user_id]).sort()).toEqual([
        ['video-ready', odalie.id],
        ['video-shared', tavi.id],
      ]);
    }
  });

  test("[UP-02] only the owner's notification has the notes of a video", async () => {
    const notes = [{ kind: 'silent' as const, seconds: null }];
    await server.deps.db
      .updateTable('videos')
      .set({ notes: JSON.stringify(notes) })
      .where('id', '=', videoId)
      .execute();
    await notify(server.deps, server.deps.db, { kind: 'video-ready', userId: odalie.id, videoId });
    await share(videoId, tavi);
    expect(await notificationsOf(odalie)).toMatchObject([{ kind: 'video-ready', video: { id: videoId, notes } }]);
    const [shared] = await notificationsOf(tavi);
    expect(shared).toMatchObject({ kind: 'video-shared', video: { id: videoId } });
    expect(shared?.video).not.toHaveProperty('notes');
  });

  test('[SHARE-06][VID-05] notifications about videos that are not visible are neither listed nor counted', async () => {
    await share(videoId, tavi);
    await server.deps.db.updateTable('videos').set({ status: 'failed' }).where('id', '=', videoId).execute();
    expect([await notificationsOf(tavi), await unread(tavi)]).toEqual([[], 0]);
  });
});

describe('uploads', () => {
  test('[UP-07] the owner is notified of a failure once; a retry removes it, another failure notifies again', async () => {
    const videoId = await storedVideo(server, odalie.id, { status: 'processing' });
    await giveUp(videoId);
    await giveUp(videoId);
    expect(await notificationsOf(odalie)).toMatchObject([
      { kind: 'video-failed', actor: null, video: { id: videoId, prompt: 'What was your first job?' } },
    ]);
    await call(odalie, 'PUT', '/api/notifications/read', {});
    expect((await call(odalie, 'POST', `/api/video/${videoId}/retry`)).statusCode).toBe(200);
    expect(await rows()).toEqual([]);
    await giveUp(videoId);
    expect([await kinds(odalie), await unread(odalie)]).toEqual([['video-failed'], 1]);
  });

  test('[UP-07] a rolled back failure notifies nobody', async () => {
    const videoId = await storedVideo(server, odalie.id, { status: 'processing' });
    const work = server.deps.db.transaction().execute(async (tx) => {
      expect(await failVideo(server.deps, tx, { videoId }, { code: 'other' })).toBe(true);
      throw new Error('connection lost');
    });
    await expect(work).rejects.toThrow('connection lost');
    expect(await rows()).toEqual([]);
  });

  test('[UP-07] the owner is notified of a lost file', async () => {
    const videoId = await storedVideo(server, odalie.id);
    await server.deps.storage.delete(`videos/${videoId}/playback`);
    await server.deps.storage.delete(`videos/${videoId}/original`);
    await sweepHandler(server.deps).run({}, { signal: new AbortController().signal });
    expect(await kinds(odalie)).toEqual(['video-failed']);
  });

  test('[UP-02] a video has only its newest notification: first failed, then ready', async () => {
    const videoId = await storedVideo(server, odalie.id);
    await notify(server.deps, server.deps.db, { kind: 'video-failed', userId: odalie.id, videoId });
    await call(odalie, 'PUT', '/api/notifications/read', {});
    await notify(server.deps, server.deps.db, { kind: 'video-failed', userId: odalie.id, videoId });
    expect(await notificationsOf(odalie), 'no news').toMatchObject([{ kind: 'video-failed', read: true }]);
    await notify(server.deps, server.deps.db, { kind: 'video-ready', userId: odalie.id, videoId });
    expect(await notificationsOf(odalie)).toMatchObject([{ kind: 'video-ready', read: false }]);
  });
});

describe('settings', () => {
  const settings = async (person: TestPerson) => (await call(person, 'GET', '/api/notifications/settings')).json();
  const set = (person: TestPerson | null, change: object) => call(person, 'PUT', '/api/notifications/settings', change);
  afterEach(() => server.deps.db.deleteFrom('notification_settings').execute());

  test.each(NOTIFICATION_KINDS)('%s can be turned off', async (kind) => {
    expect((await set(odalie, { kind, in_app: false })).statusCode).toBe(200);
    expect((await settings(odalie)).find((one: { kind: string }) => one.kind === kind)).toMatchObject({
      in_app: false,
    });
  });

  test('[SHARE-06] everything is in the list at first; requests, shares, questions and answers are mailed at once, notes and hearts daily', async () => {
    expect(await settings(odalie)).toEqual([
      { kind: 'connection-request', in_app: true, mail: 'at-once' },
      { kind: 'connection-accepted', in_app: true, mail: 'at-once' },
      { kind: 'video-shared', in_app: true, mail: 'at-once' },
      { kind: 'video-opened', in_app: true, mail: null },
      { kind: 'video-ready', in_app: true, mail: null },
      { kind: 'video-failed', in_app: true, mail: null },
      { kind: 'video-gone', in_app: true, mail: null },
      { kind: 'archive-ready', in_app: true, mail: null },
      { kind: 'archive-failed', in_app: true, mail: null },
      { kind: 'video-given', in_app: true, mail: null },
      { kind: 'steward-named', in_app: true, mail: 'at-once' },
      { kind: 'steward-declined', in_app: true, mail: null },
      { kind: 'steward-asked', in_app: true, mail: null },
      { kind: 'steward-started', in_app: true, mail: null },
      { kind: 'steward-stopped', in_app: true, mail: null },
      { kind: 'note', in_app: true, mail: 'daily' },
      { kind: 'heart', in_app: true, mail: 'daily' },
      { kind: 'question', in_app: true, mail: 'at-once' },
      { kind: 'question-answered', in_app: true, mail: 'at-once' },
      { kind: 'week-question', in_app: true, mail: null },
    ]);
  });

  test('[SHARE-06] list and mail can be turned off separately, per person and kind', async () => {
    const mail = await set(odalie, { kind: 'video-shared', mail: 'never' });
    expect(mail.json()[2]).toEqual({ kind: 'video-shared', in_app: true, mail: 'never' });
    const inApp = await set(odalie, { kind: 'connection-request', in_app: false });
    expect(inApp.json()[0]).toEqual({ kind: 'connection-request', in_app: false, mail: 'at-once' });
    const changed = await set(odalie, { kind: 'video-shared', in_app: false });
    expect(changed.json()[2]).toEqual({ kind: 'video-shared', in_app: false, mail: 'never' });
    await set(odalie, { kind: 'video-shared', mail: 'at-once' });
    expect((await settings(odalie))[2]).toEqual({ kind: 'video-shared', in_app: false, mail: 'at-once' });
    expect((await settings(odalie))[3]).toMatchObject({ in_app: true });
    expect((await settings(tavi))[2]).toMatchObject({ in_app: true });
  });

  test('[SHARE-06] a kind that is off is neither listed nor counted; turned on again, its notifications are not new', async () => {
    await createNotifications(odalie, 2);
    await ask(tavi, odalie);
    await set(odalie, { kind: 'video-ready', in_app: false });
    expect([await kinds(odalie), await unread(odalie)]).toEqual([['connection-request'], 1]);
    await createNotifications(odalie, 1);
    await set(odalie, { kind: 'video-ready', in_app: true });
    expect([(await kinds(odalie)).length, await unread(odalie)]).toEqual([4, 1]);
  });

  test('[SHARE-06] turning a kind off does not affect other people', async () => {
    await createNotifications(tavi, 2);
    await set(odalie, { kind: 'video-ready', in_app: false });
    expect([(await kinds(tavi)).length, await unread(tavi)]).toEqual([2, 2]);
  });

  test('[SHARE-06] sends no mail about a share to a person who has turned that off, and keeps the notification', async () => {
    await connect(server, odalie, tavi, 'family');
    await connect(server, odalie, stranger, 'family');
    await server.drainJobs();
    const send = vi.spyOn(server.deps.mailer, 'send');
    await set(tavi, { kind: 'video-shared', mail: 'never' });
    await set(stranger, { kind: 'connection-request', mail: 'never' });
    const videoId = await storedVideo(server, odalie.id);
    await share(videoId, tavi, stranger);
    await server.drainJobs();
    expect(send.mock.calls.map(([mail]) => mail.to)).toEqual([stranger.email]);
    expect(await kinds(tavi)).toContain('video-shared');
    const before = await unread(tavi);
    await set(tavi, { kind: 'video-shared', mail: 'at-once' });
    expect(await unread(tavi)).toBe(before);
    send.mockRestore();
  });

  test.each([
    {},
    { kind: 'weather', in_app: true },
    { kind: 'video-ready', mail: 'daily' },
    { kind: 'video-shared', mail: true },
    { kind: 'video-shared', user_id: newId() },
  ])('[API-26] rejects %j', async (change) => {
    expect((await set(odalie, change)).statusCode).toBe(400);
    expect(await server.deps.db.selectFrom('notification_settings').selectAll().execute()).toEqual([]);
  });

  test('[API-25] requires a token, and settings are deleted with the person', async () => {
    expect((await set(null, { kind: 'video-shared', mail: 'never' })).statusCode).toBe(401);
    expect((await call(null, 'GET', '/api/notifications/settings')).statusCode).toBe(401);
    const leaving = await loginAs(server);
    await set(leaving, { kind: 'video-shared', mail: 'never' });
    await server.deps.db.deleteFrom('users').where('id', '=', leaving.id).execute();
    expect(await server.deps.db.selectFrom('notification_settings').selectAll().execute()).toEqual([]);
  });
});

describe('the list', () => {
  test('[API-26] has pages, newest first, without duplicates', async () => {
    await createNotifications(odalie, 7);
    // Two with each timestamp; later ones have lower ids.
    const now = new Date().toISOString();
    const ids = (await rows()).map(({ id }) => id).sort();
    for (const [i, id] of ids.entries()) {
      const at = sql<Date>`${now}::timestamptz - make_interval(secs => ${Math.floor(i / 2)} / 1e6)`;
      await server.deps.db.updateTable('notifications').set({ created_at: at }).where('id', '=', id).execute();
    }
    const seen: Notification[] = [];
    for await (const page of readPages('/api/notifications?limit=3', (url) => call(odalie, 'GET', url))) {
      seen.push(...notificationsResponse.parse(page.json()));
    }
    const [a, b, c, d, e, f, g] = ids;
    expect(seen.map(({ id }) => id)).toEqual([b, a, d, c, f, e, g]);
  });

  test('[API-26] is marked as read up to an entry or completely, by its owner only', async () => {
    await createNotifications(odalie, 3);
    const [newest, middle] = await notificationsOf(odalie);
    await call(tavi, 'PUT', '/api/notifications/read', { up_to: newest?.id });
    await call(tavi, 'PUT', '/api/notifications/read', {});
    await call(odalie, 'PUT', '/api/notifications/read', { up_to: newId() });
    await createNotifications(tavi, 1);
    const [later] = await notificationsOf(tavi);
    await call(odalie, 'PUT', '/api/notifications/read', { up_to: later?.id });
    expect(await unread(odalie)).toBe(3);
    const done = await call(odalie, 'PUT', '/api/notifications/read', { up_to: middle?.id });
    expect([done.statusCode, done.body]).toEqual([204, '']);
    expect((await notificationsOf(odalie)).map(({ read }) => read)).toEqual([false, true, true]);
    await call(odalie, 'PUT', '/api/notifications/read', {});
    expect(await unread(odalie)).toBe(0);
  });

  test('[SHARE-06] inserts more notifications than fit into one statement', async () => {
    const { db } = server.deps;
    await sql`vacuum analyze notifications`.execute(db);
    const news = Array.from({ length: 6_600 }, () => ({ userId: tavi.id, goneVideoId: newId(), promptId: 26 }));
    await db.transaction().execute(async (tx) => {
      // Statements are planned once per connection; this one for an empty table.
      await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
      await trimNotifications(tx, [tavi.id]);
      await notify(server.deps, tx, ...news.map((about) => ({ ...about, kind: 'video-gone' as const })));
      const { rows: read } = await sql<{ read: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'notifications'`.execute(
        tx,
      );
      expect(read[0]?.read).toBeLessThan(20 * news.length);
    });
    expect((await rows()).map(({ user_id: userId }) => userId)).toEqual(Array(200).fill(tavi.id));
  });

  test('[API-26] keeps the newest 200 entries, and none for more than 90 days', async () => {
    const { db } = server.deps;
    const [ofTavi] = await createNotifications(tavi, 1);
    const videos = await createNotifications(odalie, 203);
    const kept = (await rows()).map(({ video_id: about }) => about);
    expect(kept.toSorted()).toEqual([ofTavi, ...videos.slice(3)].toSorted());
    await db.deleteFrom('notifications').where('user_id', '=', tavi.id).execute();
    const oldest = await db.selectFrom('notifications').select('id').orderBy('created_at').limit(2).execute();
    const [old = { id: '' }, young = { id: '' }] = oldest;
    // Rows that another transaction is deleting do not block new notifications.
    const isWaiting = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('notifications').select('id').where('id', '=', old.id).forUpdate().execute();
      return (await untilWaiting(db, () => createNotifications(odalie, 1))).isWaiting;
    });
    expect(isWaiting).toBe(false);
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    await db
      .updateTable('notifications')
      .set({ created_at: daysAgo(91) })
      .where('id', '=', old.id)
      .execute();
    await db
      .updateTable('notifications')
      .set({ created_at: daysAgo(89) })
      .where('id', '=', young.id)
      .execute();
    await sweepHandler(server.deps).run({}, { signal: new AbortController().signal });
    const left = (await rows()).map(({ id }) => id);
    expect([left.length, left.includes(old.id), left.includes(young.id)]).toEqual([200, false, true]);
    // Of equal timestamps, the last one in the list is deleted.
    await db.updateTable('notifications').set({ created_at: new Date() }).execute();
    await createNotifications(odalie, 1);
    const [last, ...others] = left.sort();
    expect((await rows()).map(({ id }) => id)).toEqual(expect.arrayContaining(others));
    expect(await db.selectFrom('notifications').select('id').where('id', '=', String(last)).execute()).toEqual([]);
  });

  test('[SHARE-06] lists notifications about stewards and their archives, with the owner of the videos', async () => {
    const { db } = server.deps;
    const connectionId = await connect(server, tavi, odalie, 'friend');
    const [stewardRowId, archiveId] = [newId(), newId()];
    await db
      .insertInto('stewards')
      .values({
        id: stewardRowId,
        owner_id: tavi.id,
        steward_id: odalie.id,
        connection_id: connectionId,
        waiting_days: 30,
      })
      .execute();
    await db
      .insertInto('archives')
      .values({ id: archiveId, user_id: odalie.id, steward_row_id: stewardRowId })
      .execute();
    await notify(server.deps, db, { kind: 'steward-named', userId: odalie.id, actorId: tavi.id, stewardRowId });
    await notify(server.deps, db, { kind: 'archive-ready', userId: odalie.id, archiveId });
    const actor = { id: tavi.id };
    expect(await notificationsOf(odalie)).toMatchObject([
      { kind: 'archive-ready', actor },
      { kind: 'steward-named', actor },
    ]);
    await db.deleteFrom('archives').execute();
  });

  test('[API-25] requires a token', async () => {
    for (const [method, url, body] of [
      ['GET', '/api/notifications'],
      ['GET', '/api/notifications/count'],
      ['PUT', '/api/notifications/read', {}],
    ] as const) {
      expect((await call(null, method, url, body)).statusCode).toBe(401);
    }
  });

  test.each([
    ['GET', '/api/notifications?limit=0', undefined],
    ['GET', '/api/notifications?limit=101', undefined],
    ['GET', '/api/notifications?cursor=nonsense', undefined],
    ['PUT', '/api/notifications/read', undefined],
    ['PUT', '/api/notifications/read', []],
    ['PUT', '/api/notifications/read', { up_to: 'x' }],
    ['PUT', '/api/notifications/read', { up_to: null }],
    ['PUT', '/api/notifications/read', { upTo: newId() }],
  ] as const)('[API-26] rejects %s %s %j', async (method, url, body) => {
    await createNotifications(odalie, 1);
    const response = await call(odalie, method, url, body as object | undefined);
    expect(response.statusCode).toBe(400);
    expect(await unread(odalie)).toBe(1);
  });
});
