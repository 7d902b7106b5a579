import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginAs, startTestServer, type TestServer } from '../../../testing/index.ts';
import { runHere } from '../../../testing/run-command.ts';
import { storedContent, storedVideo } from '../../../testing/stored-video.ts';
import { sweep } from '../maintenance/sweep.service.ts';
import { integritySummary, scanFiles } from './integrity.service.ts';

let server: TestServer;
let owner: Awaited<ReturnType<typeof loginAs>>;
let env: Record<string, string>;
let dir: string;
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  owner = await loginAs(server);
  dir = join(await mkdtemp(join(tmpdir(), 'kinreel-integrity-')), 'backup');
  const { databaseUrl, appSecret } = server.deps.config;
  env = { DATABASE_URL: databaseUrl ?? '', DATA_DIR: server.dataDir, APP_SECRET: appSecret ?? '' };
});
afterAll(async () => {
  await server?.stop();
  await rm(join(dir, '..'), { recursive: true, force: true });
});

async function put(key: string, content: string): Promise<void> {
  const path = join(await server.deps.storage.stagingFolder(), 'file');
  await writeFile(path, content);
  await server.deps.storage.put(key, path);
}

const problems = async () =>
  Object.fromEntries((await integritySummary(server.deps.db)).problems.map(({ object, problem }) => [object, problem]));

test('lists missing, altered and orphaned files, and restores them from a backup', async () => {
  const { db, storage } = server.deps;
  const [lost, changed, whole] = [
    await storedVideo(server, owner.id),
    await storedVideo(server, owner.id),
    await storedVideo(server, owner.id),
  ];
  expect(await runHere(env, 'backup', dir)).toMatchObject({ code: 0 });
  expect(await runHere(env, 'integrity', '--scan')).toMatchObject({ code: 0, errors: '' });

  await storage.delete(`videos/${lost}/original`);
  const other = storedContent('playback', changed).replace('playback', 'PLAYBACK');
  await put(`videos/${changed}/playback`, other);
  await put('videos/orphan/original', 'nobody');
  await scanFiles(server.deps, { bytesPerSecond: Number.POSITIVE_INFINITY, orphanAgeMs: -1000 });
  expect(await problems()).toEqual({
    [`videos/${lost}/original`]: 'missing',
    [`videos/${changed}/playback`]: 'altered',
    'videos/orphan/original': 'orphaned',
  });
  expect(await integritySummary(db)).toMatchObject({ files: 9, counts: { missing: 1, altered: 1, orphaned: 1 } });
  expect(await runHere(env, 'integrity')).toMatchObject({ code: 1, errors: expect.stringContaining('is missing') });

  await sweep(server.deps);
  const status = () => db.selectFrom('videos').select('status').where('id', '=', lost).executeTakeFirst();
  expect((await status())?.status).toBe('failed');
  const repaired = await runHere(env, 'integrity', '--repair', dir);
  expect(repaired).toMatchObject({ code: 0, output: expect.stringContaining('2 files restored, 1 videos') });
  expect((await status())?.status).toBe('processing');
  expect(await text(await storage.open(`videos/${lost}/original`))).toBe(storedContent('original', lost));
  expect(await text(await storage.open(`videos/${changed}/playback`))).toBe(storedContent('playback', changed));
  expect(await text(await storage.open(`videos/${whole}/poster`))).toBe(storedContent('poster', whole));
  await storage.delete('videos/orphan/original');
  await scanFiles(server.deps, { bytesPerSecond: Number.POSITIVE_INFINITY, orphanAgeMs: -1000 });
  expect((await integritySummary(db)).counts).toMatchObject({ missing: 0, altered: 0 });
}, 60_000);

test('does not replace a file that is missing in the backup or has another hash there', async () => {
  const id = await storedVideo(server, owner.id);
  await server.deps.storage.delete(`videos/${id}/poster`);
  const row = await server.deps.db
    .selectFrom('video_files')
    .select('key')
    .where('key', 'like', 'videos/%/original')
    .executeTakeFirstOrThrow();
  const sha256 = createHash('sha256').update('newer').digest('hex');
  await server.deps.db.updateTable('video_files').set({ sha256, size: 5 }).where('key', '=', row.key).execute();
  const before = await text(await server.deps.storage.open(row.key));
  await scanFiles(server.deps, { bytesPerSecond: Number.POSITIVE_INFINITY });
  const end = await runHere(env, 'integrity', '--repair', dir);
  expect(end).toMatchObject({ code: 1, output: expect.stringContaining('0 files restored') });
  expect(end.errors).toContain(`videos/${id}/poster is not in this backup`);
  expect(end.errors).toContain(`${row.key} is not in this backup`);
  expect(await text(await server.deps.storage.open(row.key))).toBe(before);
}, 60_000);

test('a scan is throttled, pauses in time, and continues where it paused', async () => {
  const opened: string[] = [];
  const storage = {
    ...server.deps.storage,
    open(key: string) {
      opened.push(key);
      return server.deps.storage.open(key);
    },
  };
  const deps = { db: server.deps.db, storage };
  await server.deps.db.deleteFrom('file_scan').execute();
  const startedAt = Date.now();
  expect(await scanFiles(deps, { bytesPerSecond: 100, stopAt: Date.now() + 500 })).toBe(false);
  expect(Date.now() - startedAt).toBeGreaterThan(450);
  expect((await integritySummary(deps.db)).isRunning).toBe(true);
  while (!(await scanFiles(deps, { bytesPerSecond: Number.POSITIVE_INFINITY, stopAt: Date.now() }))) {}
  expect((await integritySummary(deps.db)).isRunning).toBe(false);
  expect(opened.length).toBeGreaterThan(5);
  expect(new Set(opened).size).toBe(opened.length);
}, 60_000);
