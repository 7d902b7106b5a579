import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/index.ts';
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
