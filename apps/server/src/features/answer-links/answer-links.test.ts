import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ANSWER_FILES_PATH, type AnswerLink, MAX_ANSWER_TAKES } from '@kinreel/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { mediaBytes } from '../../testing/media-files.ts';
import { sha256, tusSender } from '../../testing/tus.ts';
import { advanceStewardships } from '../stewards/look-after.service.ts';

const clip = await mediaBytes('clip.mp4');
const FIRST_JOB = 26;

let server: TestServer;
let odalie: TestPerson;
let mia: TestPerson;
let tavi: TestPerson;
let origin: string;

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  odalie = await loginAs(server, { firstName: 'Odalie' });
  mia = await loginAs(server, { firstName: 'Mia' });
  tavi = await loginAs(server, { firstName: 'Tavi' });
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  const { db } = server.deps;
  for (const table of ['questions', 'connections', 'blocks', 'stewards', 'videos', 'sent_mails'] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.updateTable('users').set({ deletion_asked_at: null, delete_at: null, disabled_at: null }).execute();
  await connect(server, odalie, mia, 'family');
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call(method: Method, url: string, person: { headers: object }, payload?: object) {
  const answer = await server.app.inject({
    method,
    url,
    headers: { ...person.headers },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.body ? answer.json() : null };
}

/** A caller without a token. */
const holder = (code: string) => ({ headers: { 'answer-code': code } });
const ask = async (from: TestPerson, to: TestPerson): Promise<string> =>
  (await call('POST', '/api/questions', from, { user_id: to.id, prompt_id: FIRST_JOB })).body.id;
const linkOf = (person: TestPerson, questionId: string, renew = false) =>
  call('POST', `/api/questions/${questionId}/link`, person, { renew });
const codeOf = ({ url }: AnswerLink) => new URL(url).hash.slice(1);
const page = (code: string) => call('GET', '/api/answer-link', holder(code));
const putAway = (code: string) => call('PUT', '/api/answer-link/put-away', holder(code));
const publish = (code: string, upload_id: string) =>
  call('POST', '/api/answer-link/publish', holder(code), { upload_id, sha256: sha256(clip) });
const takeBack = (code: string) => call('POST', '/api/answer-link/take-back', holder(code));
const files = (code: string) => tusSender(origin, { 'answer-code': code }, ANSWER_FILES_PATH);

/** Mia asks Odalie. @returns the question and the code of its link */
async function asked(): Promise<{ questionId: string; code: string }> {
  const questionId = await ask(mia, odalie);
  const { status, body } = await linkOf(mia, questionId);
  expect(status).toBe(200);
  return { questionId, code: codeOf(body) };
}

/** Sends the clip by a link. @returns the upload's id */
async function send(code: string): Promise<string> {
  const id = await files(code).begin(clip.length);
  expect((await files(code).patch(id, 0, clip)).status).toBe(204);
  return id;
}

/** Runs the jobs. @returns the mails to an address */
async function mailsTo(person: TestPerson): Promise<string[]> {
  const { email } = await server.deps.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  await server.drainJobs();
  const { dir } = server.deps.config.mail;
  const names = await readdir(dir).catch(() => []);
  const mails = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${email}`)).map((mail) => mail.replaceAll(/=\r?\n/g, ''));
}

describe('answering by a link', () => {
  test('the link shows the question, takes an upload and publishes it for the asker only; opening it uses nothing up', async () => {
    await connect(server, odalie, tavi, 'family');
    await ask(tavi, odalie);
    const { questionId, code } = await asked();
    for (let opened = 0; opened < 5; opened += 1) {
      expect(await page(code)).toEqual({
        status: 200,
        body: {
          state: 'open',
          question_id: questionId,
          first_name: 'Odalie',
          answered_at: null,
          asker: { first_name: 'Mia', photo: null },
          question: { id: FIRST_JOB, prompt: 'What was your first job?' },
        },
      });
    }
    // In two parts, as after a lost connection.
    const upload = await files(code).begin(clip.length);
    await files(code).patch(upload, 0, clip.subarray(0, 1000));
    expect(await files(code).offset(upload)).toBe(1000);
    expect((await publish(code, upload)).body.code).toBe('upload.unfinished');
    await files(code).patch(upload, 1000, clip.subarray(1000));
    const published = await publish(code, upload);
    expect(published).toMatchObject({ status: 200, body: { take_back_code: expect.any(String) } });
    // A repeated call, after a lost response.
    expect(await publish(code, upload)).toEqual(published);

    const { db } = server.deps;
    const videos = await db.selectFrom('videos').select(['id', 'owner_id', 'permission', 'prompt_id']).execute();
    expect(videos).toMatchObject([{ owner_id: odalie.id, permission: 'invite-only', prompt_id: FIRST_JOB }]);
    // Tavi has asked the same, but the page said that only Mia will see the answer.
    expect(await db.selectFrom('shares').select('recipient_id').execute()).toEqual([{ recipient_id: mia.id }]);
    expect((await call('GET', '/api/questions', odalie)).body.questions).toMatchObject([{ asker: { id: tavi.id } }]);
    expect((await page(code)).body).toMatchObject({ state: 'answered', question: null, asker: { photo: null } });
    expect(await files(code).create(10)).toMatchObject({ status: 410, body: { code: 'answer_link.ended' } });
    expect((await linkOf(mia, questionId)).body.code).toBe('question.missing');
  });

  test('the person gets a mail about the published answer, and can delete the answer with it', async () => {
    const { code } = await asked();
    const { body } = await publish(code, await send(code));
    const mail = (await mailsTo(odalie)).find((text) => text.includes('/answer/take-back#'));
    expect(mail).toContain(body.take_back_code);
    expect((await takeBack(code)).body.code).toBe('answer_link.missing');
    expect((await takeBack(body.take_back_code)).status).toBe(204);
    expect(await server.deps.db.selectFrom('videos').select('id').execute()).toEqual([]);
    expect((await page(code)).body.state).toBe('deleted');
    expect((await takeBack(body.take_back_code)).body.code).toBe('answer_link.missing');
  });

  test('a take can be deleted and sent again, from another device too', async () => {
    const { code } = await asked();
    const first = await send(code);
    expect((await files(code).remove(first)).status).toBe(204);
    expect((await publish(code, first)).body.code).toBe('upload.missing');
    expect((await publish(code, await send(code))).status).toBe(200);
  });

  test('a link starts a limited number of uploads, and they may not be larger than its budget', async () => {
    const { code } = await asked();
    const { db, config } = server.deps;
    await db
      .updateTable('answer_links')
      .set({ bytes: 3 * config.limits.videoBytes - 5 })
      .execute();
    expect(await files(code).create(6)).toMatchObject({ status: 429, body: { code: 'answer_link.used_up' } });
    await db
      .updateTable('answer_links')
      .set({ bytes: 0, takes: MAX_ANSWER_TAKES - 1 })
      .execute();
    await files(code).begin(6);
    expect((await files(code).create(6)).body?.code).toBe('answer_link.used_up');
  });
});

describe('what a link does not permit', () => {
  test('it is no session, and it reaches no upload but its own', async () => {
    const { code } = await asked();
    const other = codeOf((await linkOf(odalie, await ask(odalie, mia))).body);
    const foreign = await send(other);
    const own = await tusSender(origin, odalie.headers).begin(10);
    for (const id of [foreign, own]) {
      expect((await files(code).head(id)).status).toBe(404);
      expect((await files(code).patch(id, 0, clip)).body?.code).toBe('upload.missing');
      expect((await files(code).remove(id)).body?.code).toBe('upload.missing');
      expect((await publish(code, id)).body.code).toBe('upload.missing');
    }
    for (const headers of [holder(code).headers, { authorization: `Bearer ${code}` }]) {
      for (const url of ['/api/user', '/api/questions', '/api/video', '/api/uploads', `/media/photos/${odalie.id}/x`]) {
        expect((await call('GET', url, { headers })).status, url).not.toBe(200);
      }
    }
    // What it sends is not in the list of the person's own uploads.
    await files(code).begin(10);
    expect((await tusSender(origin, odalie.headers).list()).map(({ id }) => id)).toEqual([own]);
  });

  test('a code that does not exist shows nothing', async () => {
    for (const code of ['', 'x', 'x'.repeat(22)]) {
      expect((await page(code)).body.code).toBe('answer_link.missing');
      expect((await putAway(code)).body.code).toBe('answer_link.missing');
      expect((await files(code).create(10)).body?.code).toBe('answer_link.missing');
    }
  });

  test('only the asker gets the link, and the database has no code', async () => {
    const { questionId, code } = await asked();
    for (const person of [odalie, tavi]) expect((await linkOf(person, questionId)).body.code).toBe('question.missing');
    const rows = await server.deps.db.selectFrom('answer_links').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

describe('the end of a link', () => {
  const END: Record<string, [state: string | null, end: (questionId: string, code: string) => Promise<unknown>]> = {
    'Not this one, by the link': ['ended', (_id, code) => putAway(code)],
    'Not this one, in the app': ['ended', (id) => call('PUT', `/api/questions/${id}/put-away`, odalie)],
    'taking the question back': ['taken-back', (id) => call('DELETE', `/api/questions/${id}`, mia)],
    'the asker': ['ended', (id) => call('DELETE', `/api/questions/${id}/link`, mia)],
    'the person': ['ended', (id) => call('DELETE', `/api/questions/${id}/link`, odalie)],
    'a newer link': ['ended', (id) => linkOf(mia, id, true)],
    '60 days': ['ended', () => server.deps.db.updateTable('answer_links').set({ expires_at: sql`now()` }).execute()],
    'the end of the connection': ['ended', () => server.deps.db.deleteFrom('connections').execute()],
    blocking: [null, () => call('PUT', `/api/blocks/${mia.id}`, odalie)],
    'the deletion of the account': [
      null,
      () =>
        server.deps.db
          .updateTable('users')
          .set({ deletion_asked_at: sql`now()`, delete_at: sql`now() + interval '30 days'` })
          .where('id', '=', odalie.id)
          .execute(),
    ],
  };

  test.each(Object.entries(END))('%s ends it, also for a take that was sent before', async (_name, [state, end]) => {
    const { questionId, code } = await asked();
    const upload = await send(code);
    await end(questionId, code);
    expect((await page(code)).body[state ? 'state' : 'code']).toBe(state ?? 'answer_link.missing');
    const code2 = state ? 'answer_link.ended' : 'answer_link.missing';
    expect((await publish(code, upload)).body.code).toBe(code2);
    expect((await files(code).create(10)).body?.code).toBe(code2);
    expect((await putAway(code)).body.code).toBe(code2);
    expect(await server.deps.db.selectFrom('videos').select('id').execute()).toEqual([]);
  });

  test('Not this one ends it for good, also if the person undoes that: the question waits again', async () => {
    const { questionId, code } = await asked();
    const undo = (person: TestPerson) => call('DELETE', `/api/questions/${questionId}/put-away`, person);
    const { body: before } = await call('GET', `/api/questions/asked/${odalie.id}`, mia);
    await putAway(code);
    for (const person of [mia, tavi]) expect((await undo(person)).body.code).toBe('question.missing');
    expect((await undo(odalie)).status).toBe(204);
    const { body: waiting } = await call('GET', '/api/questions', odalie);
    expect(waiting.questions).toMatchObject([{ id: questionId }]);
    expect((await call('GET', `/api/questions/asked/${odalie.id}`, mia)).body).toEqual(before);
    expect((await page(code)).body.state).toBe('ended');
    const newer = codeOf((await linkOf(mia, questionId)).body);
    expect((await undo(odalie)).status).toBe(204);
    expect((await page(newer)).body.state).toBe('open');
    await call('PUT', `/api/questions/${questionId}/put-away`, odalie);
    await call('DELETE', `/api/questions/${questionId}`, mia);
    expect((await undo(odalie)).body.code).toBe('question.missing');
  });

  test('a steward who begins to look after the page ends it for good', async () => {
    const { code } = await asked();
    const connection_id = await connect(server, odalie, tavi, 'friend');
    const begun = new Date(Date.now() - 3600_000);
    await server.deps.db
      .insertInto('stewards')
      .values({
        id: newId(),
        owner_id: odalie.id,
        steward_id: tavi.id,
        connection_id,
        waiting_days: 30,
        asked_at: begun,
        starts_at: begun,
        reminders: 2,
      })
      .execute();
    await advanceStewardships(server.deps, new AbortController().signal);
    await server.deps.db.deleteFrom('stewards').execute();
    expect((await page(code)).body.state).toBe('ended');
  });

  test('the current link is returned again, until the asker wants a new one', async () => {
    const { questionId, code } = await asked();
    expect(codeOf((await linkOf(mia, questionId)).body)).toBe(code);
    const newer = codeOf((await linkOf(mia, questionId, true)).body);
    expect(newer).not.toBe(code);
    expect((await page(newer)).body.state).toBe('open');
  });
});

describe('the mail about a question', () => {
  test('it has the link, once per question, unless the person has turned these mails off', async () => {
    const before = (await mailsTo(odalie)).length;
    const { questionId, code } = await asked();
    const mails = await mailsTo(odalie);
    expect(mails.length).toBe(before + 1);
    expect(mails.filter((mail) => mail.includes(`/answer#${code}`))).toHaveLength(1);
    await call('DELETE', `/api/questions/${questionId}`, mia);

    await call('PUT', '/api/notifications/settings', odalie, { kind: 'question', mail: 'never' });
    await ask(mia, odalie);
    expect((await mailsTo(odalie)).length).toBe(before + 1);
  });
});
