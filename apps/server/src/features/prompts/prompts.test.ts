import type { ActivityEntry } from '@kinreel/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { PROMPTS, seedPrompts } from './prompts.seed.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const list = async () => (await server.app.inject({ method: 'GET', url: '/api/prompt' })).json();

it('[API-20][UP-01] returns all prompts without login, in order and without duplicates', async () => {
  const prompts = await list();
  expect(prompts).toEqual(PROMPTS.map(({ id, prompt, category }) => ({ id, prompt, category })));
  expect(prompts.length).toBeGreaterThanOrEqual(72);
  expect(new Set(PROMPTS.map(({ id }) => id)).size).toBe(PROMPTS.length);
  expect(new Set(PROMPTS.map(({ prompt }) => prompt)).size).toBe(PROMPTS.length);
  expect(prompts).toContainEqual({ id: 26, prompt: 'What was your first job?', category: 'Work and money' });
});

it('[API-20] a restart updates changed prompts and keeps removed ones', async () => {
  const { db } = server.deps;
  await db.updateTable('prompts').set({ prompt: 'Old words?' }).where('id', '=', 3).execute();
  await db.deleteFrom('prompts').where('id', '=', 5).execute();
  await db.insertInto('prompts').values({ id: 9_000, prompt: 'Retired?', category: 'Old', position: 9_000 }).execute();
  await Promise.all([seedPrompts(db), seedPrompts(db), seedPrompts(db)]);
  const prompts = await list();
  expect(prompts.slice(0, -1)).toEqual(PROMPTS.map(({ id, prompt, category }) => ({ id, prompt, category })));
  expect(prompts.at(-1)).toMatchObject({ id: 9_000 });
});

describe('site owners', () => {
  let owner: TestPerson;
  beforeAll(async () => {
    owner = await loginAs(server, { firstName: 'Odalie' });
    await server.deps.db
      .updateTable('users')
      .set({ site_owner_since: new Date() })
      .where('id', '=', owner.id)
      .execute();
  });

  const call = async (method: 'GET' | 'POST' | 'PUT', path = '', payload?: object) => {
    const url = `/api/admin/prompts${path}`;
    const answer = await server.app.inject({ method, url, headers: owner.headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const add = async (words: string) => (await call('POST', '', { words, category: 'Childhood' })).body;
  const listed = async () => (await list()).map(({ prompt }: { prompt: string }) => prompt);
  /** What the site owners' audit log says about the list, oldest first. */
  const logged = async () => {
    const log = await server.app.inject({ method: 'GET', url: '/api/admin/activity', headers: owner.headers });
    return log
      .json()
      .map((entry: ActivityEntry) => `${entry.kind} ${entry.detail} by ${entry.by?.first_name}`)
      .filter((line: string) => line.startsWith('prompt-'))
      .reverse();
  };

  it('add prompts at the end of a category, change their words, and hide and show prompts', async () => {
    const added = await add('What did your street sound like?');
    expect(added).toMatchObject({ category: 'Childhood', own: true, hidden: false });
    expect((await listed()).indexOf(added.prompt)).toBe(8);
    expect(await call('PUT', `/${added.id}`, { words: 'How did your street sound?' })).toMatchObject({
      status: 200,
      body: { id: added.id, prompt: 'How did your street sound?' },
    });
    for (const id of [2, added.id]) expect((await call('PUT', `/${id}`, { hidden: true })).status).toBe(200);
    await seedPrompts(server.deps.db);
    const words = PROMPTS.find(({ id }) => id === 2)?.prompt ?? '';
    expect(await listed()).not.toContain(words);
    expect(await listed()).not.toContain('How did your street sound?');
    expect((await call('GET')).body).toContainEqual(
      expect.objectContaining({ id: 2, prompt: words, own: false, hidden: true }),
    );
    // A recording of it may still be on a device.
    const answered = await server.app.inject({ method: 'GET', url: '/api/prompt/2', headers: owner.headers });
    expect(answered.statusCode).toBe(200);
    await call('PUT', '/2', { hidden: false });
    expect((await listed())[1]).toBe(words);
    expect(await logged()).toEqual([
      'prompt-added What did your street sound like? by Odalie',
      'prompt-changed How did your street sound? by Odalie',
      `prompt-hidden ${words} by Odalie`,
      'prompt-hidden How did your street sound? by Odalie',
      `prompt-shown ${words} by Odalie`,
    ]);
  });

  it('leave the words of a used prompt as they are: a new prompt has the new words', async () => {
    const added = await add('Who lived next door?');
    const { db } = server.deps;
    const asker = await loginAs(server, {});
    await db
      .insertInto('questions')
      .values({ id: newId(), asker_id: asker.id, person_id: owner.id, prompt_id: added.id })
      .execute();
    const { body } = await call('PUT', `/${added.id}`, { words: 'Who were your neighbours?' });
    expect(body).toMatchObject({ prompt: 'Who were your neighbours?', own: true, hidden: false });
    expect(body.id).not.toBe(added.id);
    expect((await call('GET')).body).toContainEqual({ ...added, hidden: true });
    expect(await listed()).not.toContain('Who lived next door?');
    expect(await listed()).toContain('Who were your neighbours?');
  });

  it('cannot change the words of a prompt that comes with a release, or add a category', async () => {
    expect((await call('PUT', '/2', { words: 'Something else?' })).body.code).toBe('prompt.fixed');
    expect((await call('PUT', '/999999', { hidden: true })).body.code).toBe('prompt.missing');
    expect((await call('POST', '', { words: 'Who lived there?', category: 'Neighbours' })).status).toBe(400);
  });
});
