import type { NotesResponse, NotesVisibility } from '@kinreel/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { storedVideo } from '../../testing/stored-video.ts';

let server: TestServer;
let owner: TestPerson;
let ada: TestPerson;
let bea: TestPerson;
let videoId: string;

beforeAll(async () => {
  server = await startTestServer();
  [owner, ada, bea] = await Promise.all([loginAs(server), loginAs(server), loginAs(server)]);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  const { db } = server.deps;
  await db.deleteFrom('videos').execute();
  await db.deleteFrom('blocks').execute();
  await db.updateTable('users').set({ delete_at: null, deletion_asked_at: null }).execute();
  videoId = await storedVideo(server, owner.id, { permission: 'everyone' });
  await db.updateTable('videos').set({ duration_ms: 60_000 }).where('id', '=', videoId).execute();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (who: TestPerson, method: Method, url: string, payload?: object) =>
  server.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
const write = (who: TestPerson, payload: object) => call(who, 'POST', `/api/video/${videoId}/notes`, payload);
const read = async (who: TestPerson): Promise<NotesResponse> =>
  (await call(who, 'GET', `/api/video/${videoId}/notes`)).json();
const textsFor = async (who: TestPerson) => (await read(who)).notes.map(({ text }) => text);
const loversFor = async (who: TestPerson) => (await read(who)).hearts.map(({ id }) => id);
const heart = (who: TestPerson, method: 'PUT' | 'DELETE' = 'PUT') => call(who, method, `/api/video/${videoId}/heart`);
const show = (visibility: NotesVisibility, who = owner) =>
  call(who, 'PUT', `/api/video/${videoId}/notes-visibility`, { visibility });
const remove = (who: TestPerson, id: string) => call(who, 'DELETE', `/api/notes/${id}`);
const notificationsOf = async (who: TestPerson): Promise<{ kind: string; actor: { id: string }; message: string }[]> =>
  (await call(who, 'GET', '/api/notifications')).json();

test('a video has no hearts and notes at first', async () => {
  expect(await read(ada)).toEqual({ visibility: 'viewers', hearts: [], notes: [] });
});

test('everyone who sees the video reads the notes, newest first, with writer and moment', async () => {
  expect((await write(ada, { text: ' Lovely \r\nhat ', at: 8 })).statusCode).toBe(201);
  await write(owner, { text: 'It was hers' });
  const { notes } = await read(bea);
  expect(notes).toMatchObject([
    { text: 'It was hers', at: null, writer: { id: owner.id } },
    { text: 'Lovely \nhat', at: 8, writer: { id: ada.id } },
  ]);
});

test.each([
  ['nothing', ''],
  ['spaces only', '  \n '],
  ['nothing to be seen', '\u200b'],
  ['too much', 'x'.repeat(501)],
  ['control characters', 'bell\u0007'],
])('a note with %s is rejected', async (_name, text) => {
  const answer = await write(ada, { text });
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['text']]);
  expect(await textsFor(ada)).toEqual([]);
});

test('a note may have 500 characters as people count them', async () => {
  expect((await write(ada, { text: '👩‍👩‍👧‍👦'.repeat(500) })).statusCode).toBe(201);
  expect((await write(ada, { text: 'x', at: -1 })).statusCode).toBe(400);
});

test('notes come in pages', async () => {
  for (const text of ['1', '2', '3']) await write(ada, { text });
  const first = await call(bea, 'GET', `/api/video/${videoId}/notes?limit=2`);
  expect(first.json().notes.map(({ text }: { text: string }) => text)).toEqual(['3', '2']);
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
  const second = await call(bea, 'GET', next);
  expect(second.json().notes.map(({ text }: { text: string }) => text)).toEqual(['1']);
  expect(second.headers.link).toBeUndefined();
});

test('a heart is given once and taken back; the own one is listed first', async () => {
  for (const who of [ada, ada, bea]) expect((await heart(who)).statusCode).toBe(204);
  expect(await loversFor(ada)).toEqual([ada.id, bea.id]);
  expect(await loversFor(owner)).toEqual([bea.id, ada.id]);
  for (let n = 0; n < 2; n += 1) expect((await heart(ada, 'DELETE')).statusCode).toBe(204);
  expect(await loversFor(owner)).toEqual([bea.id]);
});

test('people who do not see the video neither read nor give anything', async () => {
  await server.deps.db.updateTable('videos').set({ permission: 'invite-only' }).execute();
  const answers = [
    await write(ada, { text: 'x' }),
    await heart(ada),
    await call(ada, 'GET', `/api/video/${videoId}/notes`),
  ];
  expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
    answers.map(() => [404, 'video.missing']),
  );
});

test('a person who no longer sees the video still takes back what they gave', async () => {
  const { id } = (await write(ada, { text: 'x' })).json();
  await heart(ada);
  await server.deps.db.updateTable('videos').set({ permission: 'invite-only' }).execute();
  expect(await textsFor(owner)).toEqual(['x']);
  expect((await heart(ada, 'DELETE')).statusCode).toBe(204);
  expect((await remove(ada, id)).statusCode).toBe(204);
  expect(await read(owner)).toMatchObject({ hearts: [], notes: [] });
});

test('the owner lets only themselves read: others see their own only', async () => {
  await write(ada, { text: 'by Ada' });
  await write(bea, { text: 'by Bea' });
  await heart(ada);
  await heart(bea);
  expect((await show('owner')).statusCode).toBe(204);
  expect(await textsFor(owner)).toEqual(['by Bea', 'by Ada']);
  expect(await read(ada)).toMatchObject({ visibility: 'owner', hearts: [{ id: ada.id }], notes: [{ text: 'by Ada' }] });
});

test('the owner turns it off: nobody reads or writes, and nothing is deleted', async () => {
  await write(ada, { text: 'by Ada' });
  await heart(ada);
  await show('nobody');
  for (const who of [owner, ada]) expect(await read(who)).toEqual({ visibility: 'nobody', hearts: [], notes: [] });
  for (const answer of [await write(ada, { text: 'x' }), await write(owner, { text: 'x' }), await heart(bea)]) {
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'notes.off']);
  }
  await show('viewers');
  expect(await textsFor(bea)).toEqual(['by Ada']);
  expect(await loversFor(bea)).toEqual([ada.id]);
});

test('only the owner chooses who reads', async () => {
  expect((await show('nobody', ada)).json().code).toBe('video.missing');
  expect((await read(ada)).visibility).toBe('viewers');
});

test('a note is removed by its writer and by the owner of the video', async () => {
  const first = (await write(ada, { text: '1' })).json().id;
  const second = (await write(ada, { text: '2' })).json().id;
  expect((await remove(bea, first)).json().code).toBe('note.missing');
  expect((await remove(ada, first)).statusCode).toBe(204);
  expect((await remove(owner, second)).statusCode).toBe(204);
  expect((await remove(owner, second)).json().code).toBe('note.missing');
  expect(await textsFor(ada)).toEqual([]);
});

test('people who have blocked each other do not see what the other gave, in both directions', async () => {
  for (const who of [ada, bea]) {
    await write(who, { text: who.id });
    await heart(who);
  }
  await call(ada, 'PUT', `/api/blocks/${bea.id}`);
  for (const who of [ada, bea]) {
    expect(await textsFor(who)).toEqual([who.id]);
    expect(await loversFor(who)).toEqual([who.id]);
  }
  expect(await textsFor(owner)).toEqual([bea.id, ada.id]);
});

test('what a person gave whom the owner has blocked is shown to nobody', async () => {
  await write(ada, { text: 'by Ada' });
  await heart(ada);
  await call(owner, 'PUT', `/api/blocks/${ada.id}`);
  for (const who of [owner, bea]) expect(await read(who)).toMatchObject({ hearts: [], notes: [] });
});

test('what a person gave who is leaving is shown to nobody, and returns if they stay', async () => {
  await write(ada, { text: 'by Ada' });
  await heart(ada);
  const leave = (delete_at: Date | null) =>
    server.deps.db
      .updateTable('users')
      .set({ delete_at, deletion_asked_at: delete_at })
      .where('id', '=', ada.id)
      .execute();
  await leave(new Date(Date.now() + 1e9));
  for (const who of [owner, bea]) expect(await read(who)).toMatchObject({ hearts: [], notes: [] });
  await leave(null);
  expect(await textsFor(bea)).toEqual(['by Ada']);
});

test('a moment stays the same picture when the video is trimmed, and is left out when it is cut away', async () => {
  const { db } = server.deps;
  await write(ada, { text: 'hat', at: 8 });
  await db
    .updateTable('videos')
    .set({ trim_start_ms: 5000, trim_end_ms: 20_000, whole_ms: 60_000, duration_ms: 15_000 })
    .execute();
  await write(ada, { text: 'dog', at: 4 });
  expect((await read(bea)).notes.map(({ at }) => at)).toEqual([4, 3]);
  await db.updateTable('videos').set({ trim_start_ms: 9000, trim_end_ms: 20_000, duration_ms: 11_000 }).execute();
  expect((await read(bea)).notes.map(({ at }) => at)).toEqual([0, null]);
});

test('the owner is notified of each note and heart of others, until it is removed', async () => {
  const { id } = (await write(ada, { text: 'Lovely hat' })).json();
  await write(ada, { text: 'And the dog' });
  await heart(bea);
  await heart(bea);
  await write(owner, { text: 'Thanks' });
  await heart(owner);
  const seen = async () => (await notificationsOf(owner)).map(({ kind, actor, message }) => [kind, actor.id, message]);
  expect(await seen()).toEqual([
    ['heart', bea.id, ''],
    ['note', ada.id, 'And the dog'],
    ['note', ada.id, 'Lovely hat'],
  ]);
  await remove(ada, id);
  await heart(bea, 'DELETE');
  expect(await seen()).toEqual([['note', ada.id, 'And the dog']]);
  expect(await notificationsOf(ada)).toEqual([]);
});

test('notes and hearts are deleted with the video', async () => {
  await write(ada, { text: 'x' });
  await heart(ada);
  await call(owner, 'DELETE', `/api/video/${videoId}`);
  const { db } = server.deps;
  expect(await db.selectFrom('notes').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('hearts').select('id').execute()).toEqual([]);
});

test('notes and hearts are deleted with the person', async () => {
  const leaving = await loginAs(server);
  await write(leaving, { text: 'x' });
  await heart(leaving);
  await server.deps.db.deleteFrom('users').where('id', '=', leaving.id).execute();
  expect(await read(owner)).toMatchObject({ hearts: [], notes: [] });
});
