import { MAX_NEW_VIDEOS, NEW_DAYS, type WhatsNew, whatsNew } from '@kinreel/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { storedVideo, storedVideoRow } from '../../testing/stored-video.ts';

let server: TestServer;
let juniper: TestPerson;
let odalie: TestPerson;
let linnea: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  juniper = await loginAs(server, { firstName: 'Juniper' });
  odalie = await loginAs(server, { firstName: 'Odalie' });
  linnea = await loginAs(server, { firstName: 'Linnea' });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  for (const table of ['videos', 'connections', 'blocks'] as const) await server.deps.db.deleteFrom(table).execute();
  await server.deps.db.updateTable('users').set({ deletion_asked_at: null, delete_at: null }).execute();
  await connect(server, juniper, odalie, 'family');
});

const call = (method: 'GET' | 'PUT' | 'POST', url: string, person: TestPerson, payload?: object) =>
  server.app.inject({ method, url, headers: person.headers, ...(payload && { payload }) });
const newFor = async (person: TestPerson): Promise<WhatsNew> =>
  whatsNew.parse((await call('GET', '/api/whats-new', person)).json());
const idsFor = async (person: TestPerson) => (await newFor(person)).videos.map(({ id }) => id);
const see = (person: TestPerson, ...video_ids: string[]) => call('PUT', '/api/whats-new/seen', person, { video_ids });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const share = (owner: TestPerson, video_id: string, to: TestPerson, message: string) =>
  call('POST', '/api/share', owner, { video_id, user_id: [to.id], message });

test('what a relative lets the family see is new, with its owner; what is private, for friends or old is not', async () => {
  const made = daysAgo(2);
  const id = await storedVideo(server, odalie.id, { permission: 'family', createdAt: made });
  await storedVideo(server, odalie.id, { permission: 'friend' });
  await storedVideo(server, odalie.id, { permission: 'invite-only' });
  await storedVideo(server, odalie.id, { permission: 'family', status: 'processing' });
  await storedVideo(server, odalie.id, { permission: 'family', createdAt: daysAgo(NEW_DAYS + 1) });
  const { videos, more } = await newFor(juniper);
  expect(more).toBe(false);
  expect(videos).toMatchObject([
    {
      id,
      prompt: 'What was your first job?',
      user_id: odalie.id,
      permission: '',
      message: '',
      arrived_at: made.toISOString(),
      owner: { id: odalie.id, first_name: 'Odalie' },
    },
  ]);
  expect(videos[0]?.owner).not.toHaveProperty('email');
  expect(await idsFor(odalie)).toEqual([]);
});

test('a video for everyone is new for the connections of its owner, not for strangers', async () => {
  const id = await storedVideo(server, odalie.id, { permission: 'everyone' });
  expect(await idsFor(juniper)).toEqual([id]);
  expect(await idsFor(linnea)).toEqual([]);
});

test('a shared video is new with its message since the day it was shared, once, also if it is older', async () => {
  const id = await storedVideo(server, odalie.id, { permission: 'family', createdAt: daysAgo(90) });
  const other = await storedVideo(server, odalie.id, { permission: 'family', createdAt: daysAgo(1) });
  expect((await share(odalie, id, juniper, 'Here you are, my dear.')).statusCode).toBe(200);
  const { videos } = await newFor(juniper);
  expect(videos.map((video) => video.id)).toEqual([id, other]);
  expect(videos[0]).toMatchObject({ message: 'Here you are, my dear.' });
  expect(Date.parse(videos[0]?.arrived_at ?? '')).toBeGreaterThan(daysAgo(1).getTime());
});

test('a video that is played or marked as seen is new no longer, for that person only', async () => {
  await connect(server, odalie, linnea, 'family');
  const played = await storedVideo(server, odalie.id, { permission: 'family' });
  const marked = await storedVideo(server, odalie.id, { permission: 'family' });
  await call('PUT', `/api/video/${played}/position`, juniper, { seconds: 1, preparation: 1 });
  expect(await idsFor(juniper)).toEqual([marked]);
  expect((await see(juniper, marked)).statusCode).toBe(204);
  expect((await see(juniper, marked)).statusCode).toBe(204);
  expect(await idsFor(juniper)).toEqual([]);
  expect((await idsFor(linnea)).sort()).toEqual([played, marked].sort());
});

test('a video that was private while all others were marked as seen is new when its owner shows it', async () => {
  const before = await storedVideo(server, odalie.id, { permission: 'family' });
  const later = await storedVideo(server, odalie.id, { permission: 'invite-only', createdAt: daysAgo(3) });
  // Ignored; the response does not say whether it exists.
  expect((await see(juniper, before, later)).statusCode).toBe(204);
  await call('PUT', `/api/permission/${later}`, odalie, { permission: 'family' });
  expect(await idsFor(juniper)).toEqual([later]);
});

test('nothing of a blocked person, of one who leaves, or of a former connection is new', async () => {
  const { db } = server.deps;
  const id = await storedVideo(server, odalie.id, { permission: 'everyone' });
  await db
    .updateTable('users')
    .set({ deletion_asked_at: daysAgo(1), delete_at: daysAgo(-7) })
    .where('id', '=', odalie.id)
    .execute();
  expect(await idsFor(juniper)).toEqual([]);
  await db.updateTable('users').set({ deletion_asked_at: null, delete_at: null }).where('id', '=', odalie.id).execute();
  expect(await idsFor(juniper)).toEqual([id]);
  await db.deleteFrom('connections').execute();
  expect(await idsFor(juniper)).toEqual([]);
  await connect(server, juniper, odalie, 'family');
  expect((await call('PUT', `/api/blocks/${odalie.id}`, juniper)).statusCode).toBeLessThan(300);
  expect(await idsFor(juniper)).toEqual([]);
});

test('the newest are listed, and others follow when these are seen', async () => {
  const count = MAX_NEW_VIDEOS + 2;
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const createdAt = new Date(Date.now() - i * 60_000);
    ids.push(await storedVideoRow(server, odalie.id, { permission: 'family', createdAt }));
  }
  const first = await newFor(juniper);
  expect(first.more).toBe(true);
  expect(first.videos.map(({ id }) => id)).toEqual(ids.slice(0, MAX_NEW_VIDEOS));
  await see(juniper, ...ids.slice(0, MAX_NEW_VIDEOS));
  expect(await newFor(juniper)).toMatchObject({ more: false, videos: ids.slice(MAX_NEW_VIDEOS).map((id) => ({ id })) });
});
