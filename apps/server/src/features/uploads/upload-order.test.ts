import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { mediaBytes } from '../../testing/media-files.ts';
import { publishUpload } from './publish-upload.service.ts';
import { readUpload } from './uploads.service.ts';

let server: TestServer;
let owner: TestPerson;
let stranger: TestPerson;
let id: string;
const clip = await mediaBytes('clip.mp4');

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  [owner, stranger] = await Promise.all([loginAs(server), loginAs(server)]);
  await mkdir(join(server.dataDir, 'media/partial'), { recursive: true });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.deps.db.deleteFrom('videos').execute();
  await server.deps.db.deleteFrom('uploads').execute();
  id = newId();
  const expires_at = new Date(Date.now() + 3600_000);
  await server.deps.db
    .insertInto('uploads')
    .values({ id, owner_id: owner.id, size: clip.length, metadata: '', expires_at, resumable: true })
    .execute();
  await writeFile(join(server.dataDir, 'media/partial', id), clip);
});

const publish = (deps: Partial<Deps> = {}) =>
  publishUpload({ ...server.deps, ...deps }, { id, ownerId: owner.id, promptId: 1 });
const keys = async () => (await server.deps.db.selectFrom('video_files').select('key').execute()).map(({ key }) => key);
async function objects(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of server.deps.storage.list('videos/')) found.push(key);
  return found;
}

describe('publishing an upload', () => {
  test('[UP-02] stores the file before there is a row that names it', async () => {
    const rows: string[][] = [];
    const storage: Deps['storage'] = {
      ...server.deps.storage,
      async put(key, path) {
        rows.push(await keys());
        await server.deps.storage.put(key, path);
        rows.push(await keys());
      },
    };
    const { video } = await publish({ storage });
    expect(rows).toEqual([[], []]);
    expect(await keys()).toEqual([`videos/${video.id}/original`]);
  });

  test('[UP-02] leaves the file if only the answer about the rows was lost', async () => {
    const db = new Proxy(server.deps.db, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
        return () => ({
          async execute(work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) {
            await target.transaction().execute(work);
            throw new Error('the connection was lost');
          },
        });
      },
    });
    await expect(publish({ db })).rejects.toThrow('the connection was lost');
    expect(await keys()).toHaveLength(1);
    expect(await objects()).toEqual(expect.arrayContaining(await keys()));
  });

  test('[UP-02] checks the quota again, because the operator may have lowered it', async () => {
    const { config } = server.deps;
    const lowered = { ...config, limits: { ...config.limits, quotaBytes: clip.length - 1 } };
    await expect(publish({ config: lowered })).rejects.toMatchObject({ code: 'video.quota' });
    expect(await keys()).toEqual([]);
    const exact = { ...config, limits: { ...config.limits, quotaBytes: clip.length } };
    expect((await publish({ config: exact })).isNew).toBe(true);
  });
});

test('[UP-04][API-25] a stranger who knows the id of an upload does not interrupt it', async () => {
  let interrupted = false;
  const lock = await server.deps.locks.acquire(`upload:${id}`, {
    waitMs: 1000,
    onReleaseRequested() {
      interrupted = true;
    },
  });
  try {
    await expect(readUpload(server.deps, id, stranger.id)).rejects.toMatchObject({ code: 'upload.missing' });
    expect(interrupted).toBe(false);
    const own = readUpload(server.deps, id, owner.id);
    await expect.poll(() => interrupted).toBe(true);
    await lock.release();
    expect(await own).toMatchObject({ id, offset: clip.length });
  } finally {
    await lock.release();
  }
});
