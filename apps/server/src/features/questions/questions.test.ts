import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_OPEN_QUESTIONS, MAX_QUESTIONS_PER_DAY } from '@kinreel/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { mediaBytes } from '../../testing/media-files.ts';
import { receivedUpload as storedUpload } from '../../testing/stored-video.ts';
import { deleteUnusedPrompts } from '../prompts/prompts.service.ts';
import { notifyRecipients } from '../sharing/sharing.service.ts';
import { deleteOldQuestions } from './questions.service.ts';

const clip = await mediaBytes('clip.mp4');
const FIRST_JOB = 26;

/** Emptied before each test. */
const TABLES = ['questions', 'connections', 'sent_requests', 'blocks', 'stewards', 'videos', 'notifications'] as const;

let server: TestServer;
let odalie: TestPerson;
let mia: TestPerson;
let tavi: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  odalie = await loginAs(server, { firstName: 'Odalie' });
  mia = await loginAs(server, { firstName: 'Mia' });
  tavi = await loginAs(server, { firstName: 'Tavi' });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  const { db } = server.deps;
  for (const table of TABLES) {
    await db.deleteFrom(table).execute();
  }
  await db.updateTable('users').set({ takes_questions: true, deletion_asked_at: null, delete_at: null }).execute();
  await connect(server, odalie, mia, 'family');
});

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, person: TestPerson, payload?: object) {
  const answer = await server.app.inject({ method, url, headers: person.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body ? answer.json() : null };
}

const ask = (from: TestPerson, to: TestPerson, prompt_id = FIRST_JOB) =>
  call('POST', '/api/questions', from, { user_id: to.id, prompt_id });
const waitingFor = async (person: TestPerson) => (await call('GET', '/api/questions', person)).body.questions;
const askedBy = async (from: TestPerson, to: TestPerson) =>
  (await call('GET', `/api/questions/asked/${to.id}`, from)).body;
const putAway = (person: TestPerson, id: string) => call('PUT', `/api/questions/${id}/put-away`, person);
const withdraw = (person: TestPerson, id: string) => call('DELETE', `/api/questions/${id}`, person);
/** Notifications about questions. */
const newsOf = async (person: TestPerson): Promise<{ kind: string; actor: { id: string } }[]> =>
  (await call('GET', '/api/notifications', person)).body.filter(({ kind }: { kind: string }) => /question/.test(kind));

/** An upload of which all bytes have arrived. @returns its id */
const receivedUpload = (person: TestPerson) => storedUpload(server, person.id, clip);

/** Publishes an upload. @returns the response */
const send = async (person: TestPerson, prompt: number) =>
  call('POST', `/api/uploads/${await receivedUpload(person)}/publish`, person, { prompt });

/** @param people who may see it; undefined: the person has not chosen. @returns the id of the video */
async function publishReceived(person: TestPerson, upload: string, people?: string[], prompt = FIRST_JOB) {
  const audience = people && { permission: 'invite-only', user_id: people };
  const { status, body } = await call('POST', `/api/uploads/${upload}/publish`, person, { prompt, audience });
  expect(status, body).toBeLessThan(300);
  return body.id as string;
}

/** Uploads a video. @returns its id */
const publish = async (person: TestPerson, prompt = FIRST_JOB, people?: string[]) =>
  publishReceived(person, await receivedUpload(person), people, prompt);

/** What happens when the video is prepared. */
async function becomeReady(videoId: string): Promise<void> {
  await server.deps.db.transaction().execute(async (tx) => {
    await tx.updateTable('videos').set({ status: 'ready' }).where('id', '=', videoId).execute();
    await notifyRecipients(server.deps, tx, videoId);
  });
}

const recipientsOf = async (videoId: string) =>
  (await server.deps.db.selectFrom('shares').select('recipient_id').where('video_id', '=', videoId).execute()).map(
    ({ recipient_id }) => recipient_id,
  );

async function lookAfter(owner: TestPerson, steward: TestPerson): Promise<void> {
  const connection_id = await connect(server, owner, steward, 'friend');
  const begun = new Date(Date.now() - 3600_000);
  await server.deps.db
    .insertInto('stewards')
    .values({
      id: newId(),
      owner_id: owner.id,
      steward_id: steward.id,
      connection_id,
      waiting_days: 30,
      asked_at: begun,
      starts_at: begun,
      started_at: begun,
    })
    .execute();
}

describe('asking', () => {
  test('a question waits for the asked person, who is notified', async () => {
    const { status, body } = await ask(mia, odalie);
    expect(status).toBe(201);
    const prompt = { id: FIRST_JOB, prompt: 'What was your first job?', category: expect.any(String) };
    expect(body).toMatchObject({ prompt, answered: false, video_id: null });
    expect(await call('GET', '/api/questions', odalie)).toMatchObject({
      status: 200,
      body: { taken: true, questions: [{ id: body.id, prompt, asker: { id: mia.id, first_name: 'Mia' } }] },
    });
    expect(await askedBy(mia, odalie)).toEqual([body]);
    expect((await call('GET', '/api/user', odalie)).body).toMatchObject({ has_questions: true });
    expect((await call('GET', '/api/user', mia)).body).not.toHaveProperty('has_questions');
    expect(await newsOf(odalie)).toMatchObject([
      { kind: 'question', actor: { id: mia.id }, question: 'What was your first job?', read: false },
    ]);
    expect(await waitingFor(mia)).toEqual([]);
    expect(await newsOf(mia)).toEqual([]);
  });

  test('both people of a connection may ask, and the same question may come from two people', async () => {
    await connect(server, odalie, tavi, 'friend');
    expect((await ask(odalie, mia)).status).toBe(201);
    expect((await ask(mia, odalie)).status).toBe(201);
    expect((await ask(tavi, odalie)).status).toBe(201);
    expect((await waitingFor(odalie)).map((question: { asker: { id: string } }) => question.asker.id)).toEqual([
      mia.id,
      tavi.id,
    ]);
  });

  test('a person who is not connected cannot ask, neither with a request that is pending', async () => {
    expect((await ask(tavi, odalie)).body.code).toBe('question.not_connected');
    await call('POST', '/api/connections', tavi, { userB: odalie.id, relationship: 'friend' });
    expect((await ask(tavi, odalie)).body.code).toBe('question.not_connected');
    expect((await ask(odalie, odalie)).body.code).toBe('question.not_connected');
  });

  test('a prompt that does not exist cannot be asked', async () => {
    expect((await ask(mia, odalie, 9999)).body.code).toBe('prompt.missing');
  });

  test('the same question is open once, also with concurrent requests, and can be asked again after its answer', async () => {
    const answers = await Promise.all([ask(mia, odalie), ask(mia, odalie), ask(mia, odalie)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('question.exists');
    await publish(odalie);
    expect((await ask(mia, odalie)).status).toBe(201);
  });

  test('a person has a limited number of open questions to another', async () => {
    const asked = [];
    for (let prompt = 1; prompt <= MAX_OPEN_QUESTIONS; prompt += 1) asked.push((await ask(mia, odalie, prompt)).body);
    expect((await ask(mia, odalie, 10)).body.code).toBe('question.too_many_open');
    await withdraw(mia, asked[0].id);
    expect((await ask(mia, odalie, 10)).status).toBe(201);
  });

  test('a person asks a limited number of questions in a day, with those that were withdrawn', async () => {
    const earlier = { asker_id: mia.id, person_id: odalie.id, prompt_id: 1, withdrawn_at: new Date() };
    await server.deps.db
      .insertInto('questions')
      .values(Array.from({ length: MAX_QUESTIONS_PER_DAY }, () => ({ ...earlier, id: newId() })))
      .execute();
    const refused = await ask(mia, odalie);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'question.too_many', params: { max_questions: MAX_QUESTIONS_PER_DAY, wait_seconds: 86_400 } },
    });
    await server.deps.db.updateTable('questions').set({ asked_at: sql<Date>`now() - interval '25 hours'` }).execute();
    expect((await ask(mia, odalie)).status).toBe(201);
  });

  test('who has turned questions off cannot be asked, and keeps those that wait', async () => {
    await ask(mia, odalie);
    expect((await call('PUT', '/api/questions/setting', odalie, { taken: false })).status).toBe(204);
    expect((await ask(mia, odalie, 1)).body.code).toBe('question.not_taken');
    expect((await call('GET', '/api/questions', odalie)).body).toMatchObject({ taken: false, questions: [{}] });
    await call('PUT', '/api/questions/setting', odalie, { taken: true });
    expect((await ask(mia, odalie, 1)).status).toBe(201);
  });

  test('while a steward looks after the videos, questions rest', async () => {
    await ask(mia, odalie);
    await lookAfter(odalie, tavi);
    expect((await ask(mia, odalie, 1)).body.code).toBe('question.resting');
    // The owner is here, which ends it.
    expect(await waitingFor(odalie)).toHaveLength(1);
    expect((await ask(mia, odalie, 1)).status).toBe(201);
  });
});

describe('own words', () => {
  const WORDS = 'Who taught you to hold the needle?';
  const askWords = (words: string, moment?: object) =>
    call('POST', '/api/questions', mia, { user_id: odalie.id, words, ...(moment && { moment }) });

  test('are asked and answered like a prompt, but no list and no other person has them', async () => {
    const { status, body } = await askWords('  Who taught you\nto hold   the needle? ');
    expect(status).toBe(201);
    const own = body.prompt.id;
    expect(body.prompt).toMatchObject({ prompt: WORDS });
    expect(await waitingFor(odalie)).toMatchObject([{ prompt: { id: own, prompt: WORDS }, moment: null }]);
    expect(await newsOf(odalie)).toMatchObject([{ kind: 'question', question: WORDS }]);
    const { body: listed } = await call('GET', '/api/prompt', tavi);
    expect(listed.map(({ id }: { id: number }) => id)).not.toContain(own);
    expect(await call('GET', `/api/prompt/${own}`, odalie)).toMatchObject({ status: 200, body: { prompt: WORDS } });
    expect((await call('GET', `/api/prompt/${own}`, tavi)).body.code).toBe('prompt.missing');
    expect((await ask(tavi, odalie, own)).body.code).toBe('question.not_connected');
    expect((await ask(odalie, mia, own)).body.code).toBe('prompt.missing');
    expect((await send(tavi, own)).body.code).toBe('prompt.missing');

    const video = await publish(odalie, own);
    expect(await recipientsOf(video)).toEqual([mia.id]);
    expect((await call('GET', `/api/video/${video}`, odalie)).body).toMatchObject([{ prompt: WORDS }]);
    // The video has the words, so another take has them too.
    expect((await send(odalie, own)).status).toBe(201);
  });

  test('can no longer be answered once the asker has taken the question back', async () => {
    const { body } = await askWords(WORDS);
    await withdraw(mia, body.id);
    expect((await send(odalie, body.prompt.id)).body.code).toBe('prompt.missing');
  });

  test.each(['Who?', 'x'.repeat(201), ' \n '])('%j are refused with the reason', async (words) => {
    expect(await askWords(words)).toMatchObject({ status: 400, body: { fields: { words: expect.any(String) } } });
  });

  test('cannot be sent together with a prompt, and one of the two is required', async () => {
    const both = { user_id: odalie.id, words: WORDS, prompt_id: 1 };
    expect((await call('POST', '/api/questions', mia, both)).status).toBe(400);
    expect((await call('POST', '/api/questions', mia, { user_id: odalie.id })).status).toBe(400);
  });

  test('that were put away are not shown again', async () => {
    const { body: asked } = await askWords(WORDS);
    expect((await askWords(WORDS)).body.code).toBe('question.exists');
    await putAway(odalie, asked.id);
    await withdraw(mia, asked.id);
    expect((await askWords(WORDS)).status).toBe(201);
    expect(await waitingFor(odalie)).toEqual([]);
  });

  test('that nothing uses are deleted after some time', async () => {
    const { db } = server.deps;
    const { body: title } = await call('POST', '/api/prompt', odalie, { words: 'The summer at the lake' });
    const { body: unused } = await call('POST', '/api/prompt', odalie, { words: 'The winter at the lake' });
    const { body: recent } = await call('POST', '/api/prompt', odalie, { words: 'The spring at the lake' });
    const { body: asked } = await askWords(WORDS);
    await publish(odalie, title.id);
    const old = new Date(Date.now() - 61 * 86_400_000);
    await db
      .updateTable('prompts')
      .set({ made_at: old })
      .where('id', 'in', [title.id, unused.id, asked.prompt.id, 1])
      .execute();
    await deleteUnusedPrompts(db);
    const left = await db
      .selectFrom('prompts')
      .select('id')
      .where('id', 'in', [1, title.id, unused.id, recent.id, asked.prompt.id])
      .execute();
    expect(left.map(({ id }) => id).sort()).toEqual([1, title.id, recent.id, asked.prompt.id].sort());
  });
});

describe('a moment of a video', () => {
  const about = (video: string, at = 1) => ({ words: 'Who is that?', moment: { video_id: video, at } });
  const askAbout = (video: string, at?: number) =>
    call('POST', '/api/questions', mia, { user_id: odalie.id, ...about(video, at) });

  test('is shown with the question to both while both may see the video, and the question stays without it', async () => {
    const video = await publish(odalie, 1);
    expect((await askAbout(video)).body.code).toBe('video.missing');
    await server.deps.db.updateTable('videos').set({ status: 'ready', permission: 'family' }).execute();
    const { status, body } = await askAbout(video);
    expect(status).toBe(201);
    const moment = { video_id: video, at: 1 };
    expect(body).toMatchObject({ moment });
    expect(await waitingFor(odalie)).toMatchObject([{ moment }]);
    expect(await askedBy(mia, odalie)).toMatchObject([{ moment }]);

    await server.deps.db.updateTable('videos').set({ permission: 'invite-only' }).execute();
    expect(await waitingFor(odalie)).toMatchObject([{ id: body.id, moment: null }]);
    expect(await askedBy(mia, odalie)).toMatchObject([{ id: body.id, moment: null }]);
    await server.deps.db.updateTable('videos').set({ permission: 'family' }).execute();
    expect(await waitingFor(odalie)).toMatchObject([{ moment }]);

    await call('DELETE', `/api/video/${video}`, odalie);
    expect(await waitingFor(odalie)).toMatchObject([{ id: body.id, moment: null }]);
  });

  test('is of a video that the asked person may see too', async () => {
    const video = await publish(mia, 1);
    await server.deps.db.updateTable('videos').set({ status: 'ready', permission: 'invite-only' }).execute();
    expect((await askAbout(video)).body.code).toBe('video.missing');
    await server.deps.db.updateTable('videos').set({ permission: 'everyone' }).execute();
    expect((await askAbout(video)).status).toBe(201);
  });

  test('is in whole seconds of what is shown, also after a trim', async () => {
    const video = await publish(odalie, 1);
    await server.deps.db
      .updateTable('videos')
      .set({ status: 'ready', permission: 'family', duration_ms: 60_000 })
      .execute();
    expect((await askAbout(video, 1.5)).status).toBe(400);
    await askAbout(video, 20);
    await server.deps.db
      .updateTable('videos')
      .set({ trim_start_ms: 5500, trim_end_ms: 60_000, whole_ms: 60_000, duration_ms: 54_500 })
      .execute();
    expect(await waitingFor(odalie)).toMatchObject([{ moment: { at: 14 } }]);
    await server.deps.db.updateTable('videos').set({ trim_start_ms: 30_000, duration_ms: 30_000 }).execute();
    expect(await waitingFor(odalie)).toMatchObject([{ moment: null }]);
  });
});

describe('Not this one', () => {
  test('the question never comes again, and its asker does not notice', async () => {
    const { body: asked } = await ask(mia, odalie);
    expect((await putAway(odalie, asked.id)).status).toBe(204);
    expect(await waitingFor(odalie)).toEqual([]);
    expect(await newsOf(odalie)).toEqual([]);
    expect(await newsOf(mia)).toEqual([]);
    expect(await askedBy(mia, odalie)).toEqual([asked]);
    expect((await ask(mia, odalie)).body.code).toBe('question.exists');

    expect((await withdraw(mia, asked.id)).status).toBe(204);
    expect(await askedBy(mia, odalie)).toEqual([]);
    const again = await ask(mia, odalie);
    expect(again).toMatchObject({ status: 201, body: { answered: false } });
    expect(await askedBy(mia, odalie)).toEqual([again.body]);
    expect(await waitingFor(odalie)).toEqual([]);
    expect(await newsOf(odalie)).toEqual([]);
  });

  test('a video with the prompt does not answer it', async () => {
    const { body: asked } = await ask(mia, odalie);
    await putAway(odalie, asked.id);
    expect(await recipientsOf(await publish(odalie))).toEqual([]);
    expect(await askedBy(mia, odalie)).toMatchObject([{ answered: false }]);
  });

  test('only the asked person puts a question away, once', async () => {
    const { body: asked } = await ask(mia, odalie);
    expect((await putAway(mia, asked.id)).body.code).toBe('question.missing');
    expect((await putAway(tavi, asked.id)).body.code).toBe('question.missing');
    await putAway(odalie, asked.id);
    expect((await putAway(odalie, asked.id)).body.code).toBe('question.missing');
  });
});

describe('the answer', () => {
  test('a video with the prompt is shared with everybody who asked, and they are notified when it is ready', async () => {
    await connect(server, odalie, tavi, 'friend');
    const { body: asked } = await ask(mia, odalie);
    await ask(tavi, odalie);
    await ask(tavi, odalie, 1);
    const video = await publish(odalie);
    expect((await recipientsOf(video)).sort()).toEqual([mia.id, tavi.id].sort());
    expect(await waitingFor(odalie)).toMatchObject([{ prompt: { id: 1 } }]);
    expect(await newsOf(odalie)).toMatchObject([{ actor: { id: tavi.id }, read: false }]);
    expect(await newsOf(mia)).toEqual([]);
    expect(await askedBy(mia, odalie)).toEqual([{ ...asked, answered: true }]);

    await becomeReady(video);
    const news = { kind: 'question-answered', actor: { id: odalie.id }, video: { id: video, user_id: odalie.id } };
    expect(await newsOf(mia)).toMatchObject([news]);
    expect(await newsOf(tavi)).toMatchObject([news]);
    expect(await askedBy(mia, odalie)).toEqual([{ ...asked, answered: true, video_id: video }]);
    expect((await call('GET', `/api/video/${video}`, mia)).body).toMatchObject([{ id: video }]);
  });

  test('whose share is taken out no longer sees the answer or the notification about it', async () => {
    await ask(mia, odalie);
    const video = await publish(odalie);
    await becomeReady(video);
    await server.deps.db.deleteFrom('shares').where('video_id', '=', video).execute();
    expect(await newsOf(mia)).toEqual([]);
    expect(await askedBy(mia, odalie)).toMatchObject([{ answered: true, video_id: null }]);
  });

  test('the audience chosen with the upload decides which askers see the answer, and the others are not notified', async () => {
    await connect(server, odalie, tavi, 'friend');
    const { body: asked } = await ask(mia, odalie);
    await ask(tavi, odalie);
    const video = await publish(odalie, FIRST_JOB, [tavi.id]);
    await becomeReady(video);
    expect(await recipientsOf(video)).toEqual([tavi.id]);
    expect(await newsOf(tavi)).toMatchObject([{ kind: 'question-answered' }]);
    expect(await waitingFor(odalie)).toEqual([]);
    expect(await newsOf(mia)).toEqual([]);
    expect(await askedBy(mia, odalie)).toEqual([{ ...asked, answered: true }]);
    expect(await call('GET', `/api/video/single/${video}`, mia)).toMatchObject({ status: 404 });
  });

  test('an asker whom a repeated publication no longer names does not see the answer', async () => {
    await ask(mia, odalie);
    const upload = await receivedUpload(odalie);
    const video = await publishReceived(odalie, upload);
    expect(await recipientsOf(video)).toEqual([mia.id]);
    expect(await publishReceived(odalie, upload, [])).toBe(video);
    expect(await recipientsOf(video)).toEqual([]);
  });

  test('its mail says that the question is answered', async () => {
    await ask(mia, odalie);
    await becomeReady(await publish(odalie));
    await server.drainJobs();
    const { dir } = server.deps.config.mail;
    const mails = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), 'utf8')));
    const mail = mails.filter((one) => one.includes(`To: ${mia.email}`)).at(-1);
    expect(mail?.replaceAll(/=\r?\n/g, '')).toMatch(/Subject: Kinreel: Odalie \S+ answered your question/);
  });

  test('a deleted answer leaves the question answered', async () => {
    await ask(mia, odalie);
    const video = await publish(odalie);
    await call('DELETE', `/api/video/${video}`, odalie);
    expect(await askedBy(mia, odalie)).toMatchObject([{ answered: true, video_id: null }]);
    expect(await waitingFor(odalie)).toEqual([]);
  });

  test('other videos answer nothing', async () => {
    await ask(mia, odalie);
    expect(await recipientsOf(await publish(odalie, 1))).toEqual([]);
    expect(await recipientsOf(await publish(mia))).toEqual([]);
    expect(await waitingFor(odalie)).toHaveLength(1);
  });
});

describe('the end of a question', () => {
  test('the asker takes an open question back, and nobody else', async () => {
    const { body: asked } = await ask(mia, odalie);
    expect((await withdraw(odalie, asked.id)).body.code).toBe('question.missing');
    expect((await withdraw(tavi, asked.id)).body.code).toBe('question.missing');
    expect((await withdraw(mia, asked.id)).status).toBe(204);
    expect(await waitingFor(odalie)).toEqual([]);
    expect(await newsOf(odalie)).toEqual([]);
    expect((await withdraw(mia, asked.id)).body.code).toBe('question.missing');
    expect(await recipientsOf(await publish(odalie))).toEqual([]);
  });

  test('an answered question cannot be taken back', async () => {
    const { body: asked } = await ask(mia, odalie);
    await publish(odalie);
    expect((await withdraw(mia, asked.id)).body.code).toBe('question.missing');
  });

  test('questions are hidden while the two are not connected', async () => {
    const { body: asked } = await ask(mia, odalie);
    await server.deps.db.deleteFrom('connections').execute();
    expect(await waitingFor(odalie)).toEqual([]);
    expect(await newsOf(odalie)).toEqual([]);
    expect((await putAway(odalie, asked.id)).body.code).toBe('question.missing');
    expect(await recipientsOf(await publish(odalie))).toEqual([]);
    await connect(server, odalie, mia, 'friend');
    expect(await waitingFor(odalie)).toHaveLength(1);
  });

  test('a block ends the open questions between the two, for good', async () => {
    await connect(server, odalie, tavi, 'friend');
    await ask(mia, odalie);
    await ask(odalie, mia, 1);
    await ask(tavi, odalie);
    await call('PUT', `/api/blocks/${mia.id}`, odalie);
    expect((await ask(mia, odalie, 2)).body.code).toBe('person.missing');
    expect(await call('GET', `/api/questions/asked/${odalie.id}`, mia)).toMatchObject({ status: 404 });
    await call('DELETE', `/api/blocks/${mia.id}`, odalie);
    await connect(server, odalie, mia, 'family');
    expect(await waitingFor(odalie)).toMatchObject([{ asker: { id: tavi.id } }]);
    expect(await waitingFor(mia)).toEqual([]);
    expect(await askedBy(mia, odalie)).toEqual([]);
  });

  test('people who are leaving are not shown, and cannot be asked', async () => {
    await ask(mia, odalie);
    const leave = (person: TestPerson) =>
      server.deps.db
        .updateTable('users')
        .set({ deletion_asked_at: new Date(), delete_at: new Date(Date.now() + 86_400_000) })
        .where('id', '=', person.id)
        .execute();
    await leave(mia);
    expect(await waitingFor(odalie)).toEqual([]);
    expect((await ask(odalie, mia)).body.code).toBe('person.missing');
  });

  test('withdrawn questions are deleted after a day, except those that may not come again', async () => {
    const old = { withdrawn_at: new Date(Date.now() - 90_000_000), asker_id: mia.id, person_id: odalie.id };
    const putAway = { ...old, id: newId(), prompt_id: 2, put_away_at: new Date() };
    const recent = { ...old, id: newId(), prompt_id: 3, withdrawn_at: new Date() };
    await server.deps.db
      .insertInto('questions')
      .values([{ ...old, id: newId(), prompt_id: 1 }, putAway, recent])
      .execute();
    await deleteOldQuestions(server.deps.db);
    const rows = await server.deps.db.selectFrom('questions').select('id').execute();
    expect(rows.map(({ id }) => id).sort()).toEqual([putAway.id, recent.id].sort());
  });

  test('questions are deleted with either person', async () => {
    const [leaving, other] = [await loginAs(server), await loginAs(server)];
    await connect(server, leaving, other, 'friend');
    await ask(leaving, other);
    await ask(other, leaving);
    await server.deps.db.deleteFrom('users').where('id', '=', leaving.id).execute();
    expect(await server.deps.db.selectFrom('questions').selectAll().execute()).toEqual([]);
  });
});
