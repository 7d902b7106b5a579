import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app/build-app.ts';
import { createDeps } from '../../app/create-deps.ts';
import { ConfigError } from '../../platform/config/config.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { formOf, mediaBytes } from '../../testing/media-files.ts';
import { describeWithS3, newBucket } from '../../testing/s3.ts';
import { storedKeys, storedVideo } from '../../testing/stored-video.ts';
import { sweep } from '../operations/maintenance/sweep.service.ts';

/** Request header of a script. */
const SCRIPT = { 'sec-fetch-dest': 'empty' };

describeWithS3('Kinreel with its files in S3', () => {
  let server: TestServer;
  let owner: TestPerson;
  let endpoint: string;
  beforeAll(async () => {
    const { env, settings } = await newBucket();
    endpoint = settings.endpoint;
    server = await startTestServer({ ...env, UPLOAD_PARTS: 'storage', S3_PREFIX: 'family', S3_DELIVERY: 'redirect' });
    owner = await loginAs(server);
  }, 120_000);
  afterAll(() => server?.stop());

  const get = (url: string, headers: Record<string, string> = {}, app = server.app) =>
    app.inject({ url, headers: { ...owner.headers, ...headers } });

  test('[UP-02] [VID-05] a video is uploaded, prepared, watched, downloaded and deleted', async () => {
    const clip = await mediaBytes('clip.mp4');
    const { payload, headers } = await formOf([
      ['prompt', '26'],
      ['video', { name: 'Holiday.mp4', bytes: clip }],
    ]);
    const uploaded = await server.app.inject({
      method: 'POST',
      url: '/api/video/',
      headers: { ...owner.headers, ...headers },
      payload,
    });
    expect(uploaded.statusCode).toBe(201);
    const { id } = uploaded.json();
    expect(await storedKeys(server, 'videos/')).toEqual([`videos/${id}/original`]);
    await server.drainJobs();
    const [video] = (await get(`/api/video/${id}`)).json();
    expect(video).toMatchObject({ status: 'ready' });
    expect((await storedKeys(server, `videos/${id}/`)).length).toBeGreaterThanOrEqual(3);

    const range = await get(video.url, { range: 'bytes=4-7' });
    expect([range.statusCode, range.body]).toEqual([206, 'ftyp']);
    const poster = await get(video.poster_url);
    expect([poster.statusCode, poster.headers['content-type']]).toEqual([200, 'image/webp']);
    const original = await get(`/media/videos/${id}/original`);
    expect(original.rawPayload.equals(clip)).toBe(true);

    expect(await sweep(server.deps, { orphanAgeMs: -60_000 })).toMatchObject({ orphans: 0, lostFiles: 0 });
    // Temporary files are on the local disk; all were removed.
    expect(await readdir(join(server.dataDir, 'media/staging'))).toEqual([]);
    const stranger = await loginAs(server);
    expect((await get(video.url, stranger.headers)).statusCode).toBe(404);
    const deleted = await server.app.inject({ method: 'DELETE', url: `/api/video/${id}`, headers: owner.headers });
    expect(deleted.statusCode).toBeLessThan(300);
    expect(await storedKeys(server, '')).toEqual([]);
  }, 120_000);

  test('a wrong key or bucket stops the start with a message', async () => {
    const { config, log } = server.deps;
    for (const wrong of [{ secretAccessKey: 'wrong' }, { bucket: 'no-such-bucket' }]) {
      const s3 = config.storage.s3 && { ...config.storage.s3, ...wrong };
      const start = createDeps({ ...config, storage: { kind: 's3', s3, offload: false } }, { worker: false, log });
      await expect(start).rejects.toBeInstanceOf(ConfigError);
      await expect(start).rejects.toThrow(/^The object store could not .* 40[34].*\nPlease check S3_ENDPOINT/);
    }
  });

  describe('a large file', () => {
    const content = randomBytes(1024 * 1024);
    let url: string;
    let id: string;
    beforeAll(async () => {
      id = await storedVideo(server, owner.id);
      url = `/media/videos/${id}/playback`;
      const { storage, db } = server.deps;
      const folder = await storage.stagingFolder();
      for (const kind of ['playback', 'original'] as const) {
        await writeFile(join(folder, kind), content);
        await storage.put(`videos/${id}/${kind}`, join(folder, kind));
      }
      await db.updateTable('video_files').set({ size: content.length }).where('video_id', '=', id).execute();
    });
    const policyOf = async (app = server.app) =>
      String((await get('/health/live', {}, app)).headers['content-security-policy']);

    test('[VID-05] is fetched directly from the object store by people who may see it', async () => {
      const answer = await get(url, { range: 'bytes=5-9', ...SCRIPT });
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'private, no-store']);
      const address = String(answer.headers.location);
      expect(new URL(address).origin).toBe(endpoint);
      const bytes = await fetch(address, { headers: { range: 'bytes=5-9' } });
      expect([bytes.status, Buffer.from(await bytes.arrayBuffer())]).toEqual([206, content.subarray(5, 10)]);
      expect(bytes.headers.get('content-type')).toBe('video/mp4');
      for (const directive of ['img-src', 'media-src', 'connect-src']) {
        expect(await policyOf()).toMatch(new RegExp(`${directive} [^;]*${endpoint}`));
      }
      const original = await get(`/media/videos/${id}/original`, { 'sec-fetch-dest': 'document' });
      const saved = await fetch(String(original.headers.location));
      expect(saved.headers.get('content-disposition')).toBe('attachment; filename=IMG_0001.MOV');
      await saved.body?.cancel();
      const stranger = await loginAs(server);
      const rejected = await get(url, { ...stranger.headers, ...SCRIPT });
      expect([rejected.statusCode, rejected.headers.location]).toEqual([404, undefined]);
    });

    test('[VID-05] comes from the server for <video>, which would reuse an expired URL, and for HEAD', async () => {
      for (const asker of [{ 'sec-fetch-dest': 'video' }, {}] as Record<string, string>[]) {
        const played = await get(url, { range: 'bytes=5-9', ...asker });
        expect([played.statusCode, played.rawPayload]).toEqual([206, content.subarray(5, 10)]);
      }
      const head = await server.app.inject({ method: 'HEAD', url, headers: owner.headers });
      expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(content.length)]);
    });

    test('[VID-05] comes from the server for everybody if configured', async () => {
      const app = await buildApp({ ...server.deps, storage: { ...server.deps.storage, direct: null } });
      const answer = await get(url, { range: 'bytes=5-9', ...SCRIPT }, app);
      expect([answer.statusCode, answer.rawPayload]).toEqual([206, content.subarray(5, 10)]);
      expect(await policyOf(app)).not.toContain(endpoint);
      await app.close();
    });

    test('[VID-05] is deleted when the video is trimmed, also for URLs that were signed before', async () => {
      const before = await get(url, SCRIPT);
      const signed = String(before.headers.location);
      expect((await fetch(signed, { headers: { range: 'bytes=5-9' } })).status).toBe(206);
      await server.deps.db.updateTable('videos').set({ duration_ms: 60_000 }).where('id', '=', id).execute();
      const trimmed = await server.app.inject({
        method: 'PUT',
        url: `/api/video/${id}/trim`,
        headers: owner.headers,
        payload: { start: 10, end: 40 },
      });
      expect(trimmed.statusCode).toBe(200);
      const after = await get(url, SCRIPT);
      expect([after.statusCode, after.headers.location]).toEqual([404, undefined]);
      expect((await fetch(signed)).status).toBe(404);
      // The original contains the whole video, so it is only for its owner.
      expect((await get(`/media/videos/${id}/original`, SCRIPT)).statusCode).toBe(302);
    });
  });
});
