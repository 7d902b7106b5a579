import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { choosePace, sendWeekQuestions } from './pace.service.ts';
import { writeWeekQuestionMail } from './pace-mails.service.ts';

const FIRST_JOB = 26;
const WORK = 'Work and money';
const SUNDAYS = { weekday: 0, hour: 10, time_zone: 'Europe/Berlin', themes: [WORK] };
/** A Wednesday. Questions of this file come in the year 2031, and the answers too. */
const START = new Date('2031-01-01T12:00:00Z');
const WEEK_MS = 7 * 24 * 3600_000;
const sunday = (n: number) => new Date(Date.parse('2031-01-05T09:00:00Z') + (n - 1) * WEEK_MS);

const TABLES = ['paces', 'questions', 'connections', 'stewards', 'videos', 'notifications', 'mails'] as const;

let server: TestServer;
let odalie: TestPerson;
let mia: TestPerson;
let connection_id: string;

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  odalie = await loginAs(server, { firstName: 'Odalie' });
  mia = await loginAs(server, { firstName: 'Mia' });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  for (const table of TABLES) await server.deps.db.deleteFrom(table).execute();
  await server.deps.db.updateTable('users').set({ deletion_asked_at: null, delete_at: null }).execute();
  connection_id = await connect(server, odalie, mia, 'family');
  await server.deps.db.deleteFrom('notifications').execute();
});

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, person: TestPerson, payload?: object) {
  const answer = await server.app.inject({ method, url, headers: person.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body ? answer.json() : null };
}

const choose = (choice: Partial<typeof SUNDAYS> = {}, now = START) =>
  choosePace(server.deps, odalie.id, { ...SUNDAYS, ...choice }, now);
const send = (now: Date) => sendWeekQuestions(server.deps, new AbortController().signal, now);
const pace = async () => (await call('GET', '/api/pace', odalie)).body;
const news = async () =>
  (await call('GET', '/api/notifications', odalie)).body.map(
    (one: { kind: string; question: string; read: boolean }) => [one.kind, one.question, one.read],
  );
const mails = async () =>
  (await server.deps.db.selectFrom('mails').select('params').where('kind', '=', 'week-question').execute()).map(
    ({ params }) => Number(params.promptId),
  );
async function ask(prompt_id: number): Promise<string> {
  const { status, body } = await call('POST', '/api/questions', mia, { user_id: odalie.id, prompt_id });
  expect(status, body).toBe(201);
  return body.id;
}

/** A video of Odalie. */
const publish = (prompt_id: number, created_at: Date) =>
  server.deps.db
    .insertInto('videos')
    .values({ id: newId(), owner_id: odalie.id, prompt_id, created_at, permission: 'invite-only' } as never)
    .execute();

describe('the time', () => {
  test('is the chosen hour of the chosen day in the time zone, also after the clocks change', async () => {
    const next = async (now: string, choice: Partial<typeof SUNDAYS> = {}) =>
      (await choose(choice, new Date(now))).next_at;
    expect(await next('2031-01-01T12:00:00Z')).toBe('2031-01-05T09:00:00.000Z');
    expect(await next('2031-01-05T08:59:59Z')).toBe('2031-01-05T09:00:00.000Z');
    expect(await next('2031-01-05T09:00:00Z')).toBe('2031-01-12T09:00:00.000Z');
    // Berlin changes on 30 March and 26 October.
    expect(await next('2031-03-23T09:00:00Z')).toBe('2031-03-30T08:00:00.000Z');
    expect(await next('2031-10-19T08:00:00Z')).toBe('2031-10-26T09:00:00.000Z');
    // Between two and three there is no time on that day.
    expect(await next('2031-03-24T00:00:00Z', { hour: 2 })).toBe('2031-03-30T01:00:00.000Z');
    // It is Monday in Auckland when it is Sunday in London.
    const auckland = { time_zone: 'Pacific/Auckland', weekday: 1, hour: 8 };
    expect(await next('2031-01-05T12:00:00Z', auckland)).toBe('2031-01-05T19:00:00.000Z');
  });

  test('must be in a time zone that exists', async () => {
    for (const time_zone of ['Europe/Nowhere', '+01:00', '']) {
      const { status, body } = await call('PUT', '/api/pace', odalie, { ...SUNDAYS, time_zone });
      expect([status, body.fields]).toEqual([400, { time_zone: expect.any(String) }]);
    }
  });
});

describe('a question', () => {
  test('is sent at its time, once, and waits until it is answered', async () => {
    expect(await pace()).toEqual({ choice: null, next_at: null, next: null, rests: false, question: null });
    const prompt = { id: FIRST_JOB, prompt: 'What was your first job?', category: WORK };
    expect(await choose()).toMatchObject({ choice: SUNDAYS, next: { prompt, asker: null }, question: null });
    await send(new Date(sunday(1).getTime() - 1));
    expect(await news()).toEqual([]);
    await Promise.all([send(sunday(1)), send(sunday(1))]);
    await send(sunday(1));
    expect(await news()).toEqual([['week-question', prompt.prompt, false]]);
    expect(await mails()).toEqual([FIRST_JOB]);
    expect(await pace()).toMatchObject({
      question: prompt,
      next_at: sunday(2).toISOString(),
      next: { prompt: { id: 27 } },
    });
    expect((await call('GET', '/api/user', odalie)).body).toMatchObject({ has_questions: true });
    await publish(FIRST_JOB, sunday(1));
    expect(await pace()).toMatchObject({ question: null });
    expect(await news()).toEqual([]);
    expect((await call('GET', '/api/user', odalie)).body).not.toHaveProperty('has_questions');
  });

  test('is the next of the themes, in turns, that the person has not answered', async () => {
    await publish(FIRST_JOB, START);
    const themes = [WORK, 'Childhood'];
    const come = [(await choose({ themes })).next?.prompt.id];
    for (const week of [1, 2, 3]) {
      await send(sunday(week));
      await publish(60, sunday(week));
      come.push((await pace()).next.prompt.id);
    }
    // Of Childhood, of work, and so on.
    expect(come).toEqual([1, 2, 27, 3]);
    await choose({ themes: ['No such theme'] });
    expect(await pace()).toMatchObject({ next: null, next_at: sunday(1).toISOString() });
    expect((await choose({ themes: [] })).next).not.toBeNull();
  });

  test('of a connected person that waits is sent first', async () => {
    const question = await ask(50);
    expect(await choose()).toMatchObject({ next: { prompt: { id: 50 }, asker: { id: mia.id } } });
    await call('PUT', '/api/notifications/read', odalie, {});
    await send(sunday(1));
    expect(await news()).toMatchObject([['question', expect.any(String), false]]);
    expect(await mails()).toEqual([50]);
    expect(await pace()).toMatchObject({ question: null, next: { prompt: { id: FIRST_JOB }, asker: null } });
    const mail = await writeWeekQuestionMail(server.deps, { recipientId: odalie.id, promptId: '50' });
    if (mail === null || mail === 'later') throw new Error('no mail');
    expect((await mail.content('Odalie')).text).toContain(`${server.deps.config.publicUrl}/answer#`);
    await call('PUT', `/api/questions/${question}/put-away`, odalie);
    expect(await pace()).toMatchObject({ question: null });
    expect(await writeWeekQuestionMail(server.deps, { recipientId: odalie.id, promptId: '50' })).toBeNull();
  });

  test('that is put away is not sent again, also after the pace was off', async () => {
    await choose();
    expect((await call('PUT', '/api/pace/put-away', odalie)).body.code).toBe('question.missing');
    await send(sunday(1));
    expect((await call('PUT', '/api/pace/put-away', odalie)).status).toBe(204);
    expect(await news()).toEqual([]);
    expect((await call('DELETE', '/api/pace', odalie)).status).toBe(204);
    expect(await pace()).toEqual({ choice: SUNDAYS, next_at: null, next: null, rests: false, question: null });
    await send(sunday(2));
    expect(await news()).toEqual([]);
    expect((await choose()).next?.prompt.id).toBe(27);
  });

  test('is in its mail with a button for the recorder, unless mails about questions are off', async () => {
    await choose();
    await send(sunday(1));
    const write = () => writeWeekQuestionMail(server.deps, { recipientId: odalie.id, promptId: String(FIRST_JOB) });
    const mail = await write();
    if (mail === null || mail === 'later') throw new Error('no mail');
    const { subject, text } = await mail.content('Odalie');
    expect(subject).toBe('Kinreel: What was your first job?');
    expect(text).toContain(`${server.deps.config.publicUrl}/record?prompt=${FIRST_JOB}`);
    await call('PUT', '/api/notifications/settings', odalie, { kind: 'question', mail: 'never' });
    expect(await write()).toBeNull();
    await call('PUT', '/api/notifications/settings', odalie, { kind: 'question', mail: 'at-once' });
    await publish(FIRST_JOB, sunday(1));
    expect(await write()).toBeNull();
  });
});

describe('a pause', () => {
  test('begins after two questions without an answer, and an answer to any question ends it', async () => {
    await choose();
    await send(sunday(1));
    expect(await pace()).toMatchObject({ rests: false });
    await send(sunday(2));
    expect(await pace()).toMatchObject({ rests: true, question: { id: 27 } });
    await send(sunday(3));
    await send(sunday(4));
    expect(await mails()).toEqual([FIRST_JOB, 27]);
    await publish(60, sunday(4));
    expect(await pace()).toMatchObject({
      rests: false,
      next_at: sunday(5).toISOString(),
      next: { prompt: { id: 28 } },
    });
    await send(sunday(5));
    expect(await pace()).toMatchObject({ rests: false, question: { id: 28 } });
    await send(sunday(6));
    await send(sunday(7));
    expect(await mails()).toEqual([FIRST_JOB, 27, 28, 29]);
  });

  test('also ends when the person chooses a time again', async () => {
    await choose();
    await send(sunday(1));
    await send(sunday(2));
    expect(await choose({}, sunday(2))).toMatchObject({ rests: false });
    await send(sunday(3));
    expect(await mails()).toEqual([FIRST_JOB, 27, 28]);
  });

  test('lasts while a steward looks after the page, and nothing comes to people who are leaving', async () => {
    await choose();
    const steward = {
      id: newId(),
      owner_id: odalie.id,
      steward_id: mia.id,
      connection_id,
      waiting_days: 30,
      asked_at: START,
      starts_at: START,
      started_at: START,
    };
    await server.deps.db.insertInto('stewards').values(steward).execute();
    await send(sunday(1));
    await server.deps.db.deleteFrom('stewards').execute();
    const leaves = { deletion_asked_at: sql<Date>`now()`, delete_at: sql<Date>`now()` };
    await server.deps.db.updateTable('users').set(leaves).where('id', '=', odalie.id).execute();
    await send(sunday(2));
    expect(await mails()).toEqual([]);
    await server.deps.db.updateTable('users').set({ deletion_asked_at: null, delete_at: null }).execute();
    await send(sunday(3));
    expect(await mails()).toEqual([FIRST_JOB]);
  });
});
