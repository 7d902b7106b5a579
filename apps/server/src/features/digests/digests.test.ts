import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { enqueueMail } from '../mails/outbox.service.ts';
import { answerQuestions } from '../questions/questions.service.ts';
import { gatherAtOnce, gatherDaily, writeDigestMail } from './digests.service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The prompt of stored videos. */
const PROMPT = 26;
const NEVER = new AbortController().signal;

let server: TestServer;
let odalie: TestPerson;
let tavi: TestPerson;
let video: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  [odalie, tavi] = await Promise.all([
    loginAs(server, { firstName: 'Odalie' }),
    loginAs(server, { firstName: 'Tavi' }),
  ]);
  await connect(server, tavi, odalie, 'family');
  video = await storedVideo(server, odalie.id, { permission: 'family' });
});

const call = (person: TestPerson, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: person.headers, ...(payload ? { payload } : {}) });
const write = (text = 'That boat was mine') => call(tavi, 'POST', `/api/video/${video}/notes`, { text });
const love = () => call(tavi, 'PUT', `/api/video/${video}/heart`);
const pace = (person: TestPerson, kind: string, mail: string) =>
  call(person, 'PUT', '/api/notifications/settings', { kind, mail });

/** 16:00 UTC on the first Monday after today, in so many days from then. */
function monday(days = 0): Date {
  const day = new Date(Date.now() + DAY_MS);
  while (day.getUTCDay() !== 1) day.setTime(day.getTime() + DAY_MS);
  return new Date(day.setUTCHours(16, 0, 0, 0) + days * DAY_MS);
}
/** Moves what happened to a time before the end of a day. */
const happened = (at: Date) =>
  server.deps.db
    .updateTable('notifications')
    .set({ created_at: new Date(at.getTime() - 1000) })
    .execute();

/** Runs the jobs. @returns the decoded mails to a person, oldest first */
async function mailsTo(person: TestPerson): Promise<string[]> {
  await server.drainJobs();
  const { dir } = server.deps.config.mail;
  const names = (await readdir(dir).catch(() => [])).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${person.email}`)).map(decoded);
}
function decoded(mail: string): string {
  const bytes = mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
/** The mails of this person that are digests. */
const digestsTo = async (person: TestPerson) => (await mailsTo(person)).filter((mail) => mail.includes('/digest/'));

/** A note by Tavi that is in a digest whose mail has not been written. @returns the digest's id */
async function gathered(): Promise<string> {
  await write();
  await happened(monday());
  await gatherDaily(server.deps, NEVER, monday());
  const row = await server.deps.db
    .selectFrom('notifications')
    .select('digest_id')
    .where('user_id', '=', odalie.id)
    .where('kind', '=', 'note')
    .executeTakeFirstOrThrow();
  return row.digest_id ?? '';
}
const written = (digestId: string) => writeDigestMail(server.deps, { recipientId: odalie.id, digestId });

describe('the daily digest', () => {
  test('gathers notes, hearts and questions in one mail, each with a button, and says nothing twice', async () => {
    await pace(odalie, 'question', 'daily');
    await write();
    await love();
    await call(tavi, 'POST', '/api/questions', { user_id: odalie.id, prompt_id: 1 });
    await happened(monday());
    await gatherDaily(server.deps, NEVER, monday());
    const [mail = '', ...more] = await digestsTo(odalie);
    expect(more).toEqual([]);
    expect(mail).toMatch(/^Subject: Kinreel: news from Tavi Fennick\r?$/m);
    expect(mail).toContain('That boat was mine');
    expect(mail).toContain('A heart for your video');
    expect(mail).toContain('A question for you');
    expect(mail).toContain(`${server.deps.config.publicUrl}/user/${odalie.id}/videos?autoplay=${video}`);
    expect(mail.match(/class="button"/g)).toHaveLength(3);
    for (const days of [0, 1, 7]) await gatherDaily(server.deps, NEVER, monday(days));
    expect(await digestsTo(odalie)).toHaveLength(1);
  });

  test('contains what happened before the end of the day; later things are in the next one', async () => {
    await happened(monday());
    await write('today');
    await server.deps.db
      .updateTable('notifications')
      .set({ created_at: monday() })
      .where('user_id', '=', odalie.id)
      .execute();
    await gatherDaily(server.deps, NEVER, monday());
    expect(await digestsTo(odalie)).toEqual([]);
    await gatherDaily(server.deps, NEVER, monday(1));
    expect((await digestsTo(odalie))[0]).toContain('today');
  });

  test('there is no mail without news, about what was read, or to an address that is not confirmed', async () => {
    await gatherDaily(server.deps, NEVER, monday());
    expect(await digestsTo(odalie)).toEqual([]);
    await write();
    await call(odalie, 'PUT', '/api/notifications/read', {});
    await happened(monday());
    await gatherDaily(server.deps, NEVER, monday());
    expect(await digestsTo(odalie)).toEqual([]);
    await write('unconfirmed');
    await happened(monday());
    await server.deps.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', odalie.id).execute();
    await gatherDaily(server.deps, NEVER, monday());
    expect(await digestsTo(odalie)).toEqual([]);
  });

  test.each<[what: string, change: () => Promise<unknown>]>([
    ['was deleted', async () => call(tavi, 'DELETE', `/api/notes/${await noteId()}`)],
    ['was read', () => call(odalie, 'PUT', '/api/notifications/read', {})],
    ['is by someone whom the person has blocked', () => call(odalie, 'PUT', `/api/blocks/${tavi.id}`)],
    ['is by someone who leaves', () => leave(tavi)],
    ['is for someone who leaves', () => leave(odalie)],
    [
      'is shown to nobody any more',
      () => call(odalie, 'PUT', `/api/video/${video}/notes-visibility`, { visibility: 'nobody' }),
    ],
    ['is about a deleted video', () => call(odalie, 'DELETE', `/api/video/${video}`)],
    ['is no longer wanted by mail', () => pace(odalie, 'note', 'never')],
  ])('a gathered note is not mailed if it %s', async (_what, change) => {
    const digestId = await gathered();
    expect(await written(digestId)).not.toBeNull();
    const response = (await change()) as { statusCode?: number };
    expect(response.statusCode ?? 200).toBeLessThan(300);
    expect(await written(digestId)).toBeNull();
  });
});

const noteId = async () =>
  (await server.deps.db.selectFrom('notes').select('id').where('video_id', '=', video).executeTakeFirstOrThrow()).id;
const leave = (person: TestPerson) =>
  server.deps.db
    .updateTable('users')
    .set({ deletion_asked_at: new Date(), delete_at: new Date(Date.now() + DAY_MS) })
    .where('id', '=', person.id)
    .execute();

describe('settings', () => {
  test('weekly kinds wait for Sunday, and are in the same mail as the daily ones', async () => {
    await pace(odalie, 'heart', 'weekly');
    await love();
    await write();
    // Saturday, then Sunday
    await happened(monday(4));
    await gatherDaily(server.deps, NEVER, monday(5));
    await write('on Sunday');
    await server.deps.db
      .updateTable('notifications')
      .set({ created_at: new Date(monday(6).getTime() - 1000) })
      .where('digest_id', 'is', null)
      .execute();
    await gatherDaily(server.deps, NEVER, monday(6));
    const [daily = '', weekly = '', ...more] = await digestsTo(odalie);
    expect(more).toEqual([]);
    expect(daily).not.toContain('A heart for');
    expect(weekly).toContain('A heart for');
    expect(weekly).toContain('on Sunday');
  });

  test('a shared video can be in the digest instead of a mail of its own', async () => {
    await pace(tavi, 'video-shared', 'daily');
    await call(odalie, 'POST', '/api/share', { user_id: [tavi.id], video_id: video, message: 'Look, the lake' });
    const before = (await mailsTo(tavi)).length;
    await happened(monday());
    await gatherDaily(server.deps, NEVER, monday());
    const mails = await mailsTo(tavi);
    expect(mails).toHaveLength(before + 1);
    expect(mails.at(-1)).toContain('Look, the lake');
    expect(mails.filter((mail) => mail.includes('shared a video with you'))).toEqual([]);
  });

  test('an answer to a question is in the digest, or has a mail of its own if that is wanted at once', async () => {
    await pace(tavi, 'question-answered', 'daily');
    await call(tavi, 'POST', '/api/questions', { user_id: odalie.id, prompt_id: PROMPT });
    await server.deps.db
      .transaction()
      .execute((tx) => answerQuestions(server.deps, tx, { videoId: video, ownerId: odalie.id, promptId: PROMPT }));
    const isShareMail = (mail: string) => mail.includes('answered your question');
    expect((await mailsTo(tavi)).filter(isShareMail)).toEqual([]);
    await happened(monday());
    await gatherDaily(server.deps, NEVER, monday());
    expect((await digestsTo(tavi))[0]).toContain('An answer to your question');
    await pace(tavi, 'question-answered', 'at-once');
    await enqueueMail(server.deps, server.deps.db, { kind: 'video-shared', videoId: video, recipientId: tavi.id });
    expect((await mailsTo(tavi)).filter(isShareMail)).toHaveLength(1);
  });

  test('notes and hearts that are wanted at once are mailed within minutes, and at most once an hour', async () => {
    await pace(odalie, 'note', 'at-once');
    await write('first');
    await love();
    const soon = (ms = 1000) => new Date(Date.now() + ms);
    await gatherAtOnce(server.deps, NEVER, soon());
    await write('second');
    await gatherAtOnce(server.deps, NEVER, soon());
    const [first = '', ...more] = await digestsTo(odalie);
    expect(more).toEqual([]);
    expect(first).toContain('first');
    expect(first).not.toContain('A heart for');
    await gatherAtOnce(server.deps, NEVER, soon(61 * 60 * 1000));
    expect((await digestsTo(odalie))[1]).toContain('second');
  });

  test('what happened while a kind was off or mailed at once is in no digest after a change', async () => {
    await pace(odalie, 'note', 'never');
    await write();
    await pace(odalie, 'note', 'daily');
    await happened(monday());
    await gatherDaily(server.deps, NEVER, monday());
    expect(await digestsTo(odalie)).toEqual([]);
  });
});

describe('unsubscribing without login', () => {
  /** The path of List-Unsubscribe in a mail. */
  function pathIn(mail: string): string {
    const url = /^List-Unsubscribe:\s+<([^>]+)>/m.exec(mail)?.[1] ?? '';
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    return url.replace(server.deps.config.publicUrl, '');
  }
  const paceOf = async (person: TestPerson, kind: string) =>
    (await call(person, 'GET', '/api/notifications/settings')).json().find((one: { kind: string }) => one.kind === kind)
      .mail;
  const press = (url: string) =>
    server.app.inject({
      method: 'POST',
      url,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  test('the link of a mail shows a page with a button, which turns off this kind only', async () => {
    await call(odalie, 'POST', '/api/share', { user_id: [tavi.id], video_id: video });
    const path = pathIn((await mailsTo(tavi)).at(-1) ?? '');
    const page = await server.app.inject({ method: 'GET', url: path });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('We send them when someone shares a video with you.');
    expect(page.body).toContain('<form method="post"><button>Turn off</button></form>');
    expect(await paceOf(tavi, 'video-shared'), 'a scanner opens the link').toBe('at-once');
    for (const _twice of [1, 2]) expect((await press(path)).statusCode).toBe(200);
    expect(await paceOf(tavi, 'video-shared')).toBe('never');
    expect(await paceOf(tavi, 'connection-request')).toBe('at-once');
    expect(await paceOf(odalie, 'video-shared')).toBe('at-once');
  });

  test('the link of a digest turns off all that is gathered, and mails at once stay', async () => {
    await pace(odalie, 'connection-accepted', 'weekly');
    await write();
    await happened(monday());
    await gatherDaily(server.deps, NEVER, monday());
    expect((await press(pathIn((await digestsTo(odalie))[0] ?? ''))).statusCode).toBe(200);
    for (const kind of ['note', 'heart', 'connection-accepted']) {
      expect(await paceOf(odalie, kind), kind).toBe('never');
    }
    expect(await paceOf(odalie, 'video-shared')).toBe('at-once');
  });

  test('a code works for its person and kind only; for another one a browser gets an error page', async () => {
    await call(odalie, 'POST', '/api/share', { user_id: [tavi.id], video_id: video });
    const path = pathIn((await mailsTo(tavi)).at(-1) ?? '');
    for (const other of [path.replace(tavi.id, odalie.id), path.replace('video-shared', 'digest')]) {
      expect((await press(other)).json().code).toBe('link.missing');
      const page = await server.app.inject({ method: 'GET', url: other, headers: { accept: 'text/html' } });
      expect([page.statusCode, page.body.includes('<form')]).toEqual([404, false]);
    }
    expect(await paceOf(odalie, 'video-shared')).toBe('at-once');
    expect(await paceOf(tavi, 'note')).toBe('daily');
    await server.deps.db.deleteFrom('users').where('id', '=', tavi.id).execute();
    expect((await press(path)).statusCode, 'a deleted account').toBe(200);
  });
});
