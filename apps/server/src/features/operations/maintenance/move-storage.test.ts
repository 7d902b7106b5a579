import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { createLocalStorage } from '../../../platform/storage/local.ts';
import { createS3Storage } from '../../../platform/storage/s3.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../../testing/index.ts';
import { startKinreel } from '../../../testing/kinreel-command.ts';
import { runHere } from '../../../testing/run-command.ts';
import { describeWithS3, newBucket } from '../../../testing/s3.ts';
import { storedContent, storedRenditions, storedVideo } from '../../../testing/stored-video.ts';
import { moveObjects } from './move-storage.service.ts';

test('[UP-02] every object that a row refers to is copied and verified, whatever its kind', async () => {
  const server = await startTestServer();
  try {
    const person = await loginAs(server);
    const { storage, db } = server.deps;
    await storedRenditions(server, await storedVideo(server, person.id));
    const photo = `photos/${person.id}/${newId()}.webp`;
    for (const key of [photo, 'photos/unknown.webp']) {
      const path = join(await storage.stagingFolder(), 'file');
      await writeFile(path, 'a photo');
      await storage.put(key, path);
    }
    await db.updateTable('users').set({ photo_key: photo }).where('id', '=', person.id).execute();
    const target = createLocalStorage(join(server.dataDir, 'target'));
    expect(await moveObjects(db, storage, target)).toMatchObject({ copied: 6, present: 0, failed: [] });
    const [known, moved]: string[][] = [[], []];
    for await (const { key } of storage.list('')) known?.push(key);
    for await (const { key } of target.list('')) moved?.push(key);
    expect(moved).toEqual(known?.filter((key) => key !== 'photos/unknown.webp'));
    expect(await moveObjects(db, storage, target)).toMatchObject({ copied: 0, present: 6, failed: [] });
  } finally {
    await server.stop();
  }
});

describeWithS3('moving all files', () => {
  let server: TestServer;
  let owner: TestPerson;
  let local: Storage;
  let s3: Storage;
  let env: Record<string, string>;
  const videos: string[] = [];
  let photo: string;

  beforeAll(async () => {
    server = await startTestServer();
    owner = await loginAs(server);
    const bucket = await newBucket();
    env = { ...bucket.env, DATA_DIR: server.dataDir, DATABASE_URL: server.deps.config.databaseUrl ?? '' };
    local = server.deps.storage;
    s3 = createS3Storage(bucket.settings, join(server.dataDir, 'media'));
    for (let n = 0; n < 12; n += 1) videos.push(await storedVideo(server, owner.id));
    await storedRenditions(server, videos[0] ?? '');
    photo = `photos/${owner.id}/${newId()}.webp`;
    await put(local, photo, 'a photo');
    await server.deps.db.updateTable('users').set({ photo_key: photo }).where('id', '=', owner.id).execute();
  }, 120_000);
  afterAll(() => server?.stop());

  async function put(storage: Storage, key: string, content: string): Promise<void> {
    const path = join(await storage.stagingFolder(), 'file');
    await writeFile(path, content);
    await storage.put(key, path);
  }
  const read = async (storage: Storage, key: string) => text(await storage.open(key));
  async function contents(storage: Storage): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for await (const { key } of storage.list('')) found.set(key, await read(storage, key));
    return found;
  }
  async function empty(storage: Storage): Promise<void> {
    for await (const { key } of storage.list('')) await storage.delete(key);
  }
  /** 12 videos with three files, renditions and preview images of one, and a photo. */
  const ALL = 12 * 3 + 2 + 1;

  const run = (...args: string[]) => runHere(env, 'storage', 'move', ...args);
  const startMove = (...args: string[]) => startKinreel(env, ['storage', 'move', ...args]);

  test('to S3 and back, byte for byte, and again without copying', async () => {
    const before = await contents(local);
    expect(before.size).toBe(ALL);
    const there = await startMove('--from', 'local', '--to', 's3').ended;
    expect(there).toMatchObject({ code: 0, errors: '' });
    expect(there.output).toContain(`${ALL} files`);
    expect(there.output).toContain('Everything is in s3');
    expect(await contents(s3)).toEqual(before);
    expect(await contents(local)).toEqual(before);
    expect(await moveObjects(server.deps.db, local, s3)).toMatchObject({ copied: 0, present: ALL, failed: [] });

    await empty(local);
    const back = await run('--from', 's3', '--to', 'local');
    expect(back).toMatchObject({ code: 0, errors: '' });
    expect(await contents(local)).toEqual(before);
  }, 90_000);

  test('[UP-02] a killed move resumes where it stopped', async () => {
    await empty(s3);
    const before = await contents(local);
    const { child, ended } = startMove('--from', 'local', '--to', 's3');
    await expect.poll(async () => (await contents(s3)).size, { timeout: 20_000, interval: 5 }).toBeGreaterThan(2);
    child.kill('SIGKILL');
    await ended;
    const arrived = (await contents(s3)).size;
    const report = await moveObjects(server.deps.db, local, s3);
    expect(report).toMatchObject({ copied: ALL - arrived, present: arrived, failed: [] });
    expect(await contents(s3)).toEqual(before);
    expect(await contents(local)).toEqual(before);
  }, 60_000);

  test('an object that is damaged at the target is copied again; at the source it is reported', async () => {
    const [one, two, three] = videos.map((id) => `videos/${id}/original`) as [string, string, string];
    const original = await read(local, one);
    await put(s3, one, original.replace('original', 'changed!'));
    await put(s3, photo, 'b photo');
    expect(await moveObjects(server.deps.db, local, s3)).toMatchObject({ copied: 2, failed: [] });
    expect([await read(s3, one), await read(s3, photo)]).toEqual([original, 'a photo']);

    for (const key of [two, three]) await s3.delete(key);
    await put(local, two, storedContent('original', 'somebody else'));
    await local.delete(three);
    const { code, output, errors } = await run('--from', 'local', '--to', 's3');
    expect(code).toBe(1);
    expect(output).toContain('2 failed');
    expect(errors).toContain(`${two} is damaged`);
    expect(errors).toContain(`${three} is missing`);
    expect([await s3.stat(two), await s3.stat(three)]).toEqual([null, null]);
    for (const [key, id] of [
      [two, videos[1]],
      [three, videos[2]],
    ] as const) {
      await put(local, key, storedContent('original', id ?? ''));
    }
    expect(await moveObjects(server.deps.db, local, s3)).toMatchObject({ copied: 2, failed: [] });
  }, 60_000);

  test('people may add and delete videos meanwhile', async () => {
    await empty(s3);
    let added: string | null = null;
    const gone = videos.pop() ?? '';
    const slow: Storage = {
      ...local,
      async materialize(key, folder, name) {
        if (!added) {
          added = await storedVideo(server, owner.id);
          await server.deps.db.deleteFrom('videos').where('id', '=', gone).execute();
          for (const kind of ['original', 'playback', 'poster']) await local.delete(`videos/${gone}/${kind}`);
        }
        return local.materialize(key, folder, name);
      },
    };
    const report = await moveObjects(server.deps.db, slow, s3);
    expect(report.failed).toEqual([]);
    for (const kind of ['original', 'playback', 'poster'] as const) {
      expect(await read(s3, `videos/${added}/${kind}`)).toBe(storedContent(kind, String(added)));
    }
  });

  test('invalid arguments, or no object store, get a message', async () => {
    for (const args of [[], ['--from', 's3'], ['--from', 'local', '--to', 'local'], ['--everything']]) {
      const { code, errors } = await run(...args);
      expect([code, errors]).toEqual([64, expect.stringContaining('--from local --to s3')]);
    }
    env = { ...env, S3_BUCKET: '' };
    const { code, errors } = await run('--from', 'local', '--to', 's3');
    expect([code, errors]).toEqual([78, expect.stringContaining('S3_BUCKET')]);
  }, 60_000);

  test('an unavailable object store ends the move with a message; nothing is lost', async () => {
    const away = createLocalStorage(join(server.dataDir, 'other'));
    const gone = createS3Storage(
      {
        endpoint: 'http://127.0.0.1:9',
        region: 'us-east-1',
        bucket: 'kinreel',
        prefix: '',
        direct: null,
        accessKeyId: 'key',
        secretAccessKey: 'secret',
        forcePathStyle: true,
      },
      join(server.dataDir, 'media'),
    );
    await expect(moveObjects(server.deps.db, local, gone)).rejects.toThrow('The object store could not');
    await expect(moveObjects(server.deps.db, gone, away)).rejects.toThrow('The object store could not');
    expect((await contents(away)).size).toBe(0);
  });
});
