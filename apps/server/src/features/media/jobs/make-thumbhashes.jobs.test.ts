import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginAs, startTestServer, type TestServer } from '../../../testing/index.ts';
import { storedVideo } from '../../../testing/stored-video.ts';
import { makeThumbhashesJob } from './make-thumbhashes.job-definition.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
});
afterAll(() => server?.stop());

test('[SHARE-04] adds thumbhashes to older videos, and skips an unreadable poster', async () => {
  const { db, jobs, storage } = server.deps;
  const owner = await loginAs(server);
  // The poster of the first video is not a picture.
  const [damaged, old] = [await storedVideo(server, owner.id), await storedVideo(server, owner.id)];
  const processing = await storedVideo(server, owner.id, { status: 'processing' });
  const folder = await storage.stagingFolder();
  for (const id of [old, processing]) {
    const path = join(folder, id);
    const image = sharp({ create: { width: 64, height: 36, channels: 3, background: '#a04020' } });
    await writeFile(path, await image.webp().toBuffer());
    await storage.put(`videos/${id}/poster`, path);
  }
  for (let times = 0; times < 2; times += 1) {
    await jobs.enqueue(db, makeThumbhashesJob, {});
    await server.drainJobs();
    const rows = await db.selectFrom('videos').select(['id', 'thumbhash']).execute();
    const hashes = new Map(rows.map((row) => [row.id, row.thumbhash]));
    expect(hashes.get(old)?.length).toBeGreaterThan(4);
    expect([hashes.get(damaged), hashes.get(processing)]).toEqual([null, null]);
  }
});
