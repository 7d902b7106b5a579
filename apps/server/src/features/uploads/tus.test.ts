import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unfinishedUploadsResponse, video } from '@kinreel/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { mediaBytes } from '../../testing/media-files.ts';
import { sha256, type TusSender, tusSender } from '../../testing/tus.ts';
import { sweep } from './sweep.service.ts';

let server: TestServer;
let origin: string;
let owner: TestPerson;
let tus: TusSender;
const clip = await mediaBytes('clip.mp4');
const LARGEST = clip.length * 3;

beforeAll(async () => {
  server = await startTestServer({
    LOG_LEVEL: 'silent',
    MAX_VIDEO_BYTES: String(LARGEST),
    QUOTA_BYTES: String(clip.length * 4),
  });
  owner = await loginAs(server);
  origin = await server.listen();
  tus = tusSender(origin, owner.headers);
});
afterAll(() => server?.stop());
afterEach(async () => {
  await server.deps.db.deleteFrom('videos').execute();
  await server.deps.db.deleteFrom('uploads').execute();
  await sweep(server.deps, { stagingAgeMs: -1000, orphanAgeMs: -1000 });
});

/** Everything that an upload could leave behind. */
async function traces() {
  const { db, storage } = server.deps;
  const objects: string[] = [];
  for await (const { key } of storage.list('videos/')) objects.push(key);
  const filesIn = async (folder: string) => (await readdir(join(server.dataDir, folder)).catch(() => [])).length;
  return {
    videos: (await db.selectFrom('videos').select('id').execute()).length,
    files: (await db.selectFrom('video_files').select('key').execute()).length,
    unfinished: (await db.selectFrom('uploads').select('id').where('video_id', 'is', null).execute()).length,
    objects: objects.length,
    partial: await filesIn('media/partial'),
    staging: await filesIn('media/staging'),
  };
}
const NOTHING = { videos: 0, files: 0, unfinished: 0, objects: 0, partial: 0, staging: 0 };
const PUBLISHED = { ...NOTHING, videos: 1, files: 1, objects: 1 };

/** An upload of which all bytes have arrived. */
async function arrived(bytes: Buffer = clip, sender = tus): Promise<string> {
  const id = await sender.begin(bytes.length);
  expect((await sender.patch(id, 0, bytes)).status).toBe(204);
  return id;
}

describe('sending', () => {
  test('[UP-04] a file sent in parts becomes a video, byte for byte', async () => {
    const id = await tus.begin(clip.length, { filename: 'Oma erzählt.mp4', filetype: 'video/mp4', prompt: '26' });
    for (let offset = 0; offset < clip.length; ) {
      const part = clip.subarray(offset, offset + 10_000);
      const answer = await tus.patch(id, offset, part);
      expect(answer.status).toBe(204);
      offset += part.length;
      expect(Number(answer.headers.get('upload-offset'))).toBe(offset);
      expect(await tus.offset(id)).toBe(offset);
    }
    const published = await tus.publish(id, { prompt: 26, sha256: sha256(clip).toUpperCase() });
    expect(published.status).toBe(201);
    expect(video.parse(published.body)).toMatchObject({
      prompt_id: 26,
      permission: 'invite-only',
      status: 'processing',
      user_id: owner.id,
      duration: expect.closeTo(2, 0),
    });
    const file = await server.deps.db.selectFrom('video_files').selectAll().executeTakeFirstOrThrow();
    expect(file).toMatchObject({
      kind: 'original',
      content_type: 'video/mp4',
      size: clip.length,
      sha256: sha256(clip),
      name: 'Oma erzählt.mp4',
    });
    const original = await fetch(`${origin}/media/videos/${published.body.id}/original`, { headers: owner.headers });
    expect(Buffer.from(await original.arrayBuffer()).equals(clip)).toBe(true);
    expect(await traces()).toEqual(PUBLISHED);
  });

  test('[UP-04] the list shows what is unfinished, and nothing of others', async () => {
    const [begun, whole] = [await tus.begin(clip.length, { filename: 'a/b.mov', prompt: '3' }), await arrived()];
    await tus.patch(begun, 0, clip.subarray(0, 100));
    await tus.publish(whole, { prompt: 1 });
    const answer = await fetch(`${origin}/api/uploads`, { headers: owner.headers });
    expect(unfinishedUploadsResponse.parse(await answer.json())).toEqual([
      expect.objectContaining({ id: begun, file_name: 'b.mov', size: clip.length, offset: 100, prompt_id: 3 }),
    ]);
    const stranger = await loginAs(server);
    expect(await tusSender(origin, stranger.headers).list()).toEqual([]);
  });

  test('[UP-04] a part with its checksum counts whole or not at all', async () => {
    const id = await tus.begin(clip.length);
    const sum = (algorithm: string, bytes: Buffer) => ({
      'upload-checksum': `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`,
    });
    const [first, second] = [clip.subarray(0, 9000), clip.subarray(9000)];
    expect((await tus.patch(id, 0, first, sum('sha256', first))).status).toBe(204);
    const wrong = await tus.patch(id, 9000, second, sum('sha256', first));
    expect([wrong.status, wrong.body?.code]).toEqual([460, 'upload.checksum']);
    expect(await tus.offset(id)).toBe(9000);
    expect((await tus.patch(id, 9000, second, { 'upload-checksum': 'md5 abc' })).status).toBe(400);
    expect((await tus.patch(id, 9000, second, sum('sha1', second))).status).toBe(204);
    expect((await tus.publish(id, { prompt: 1, sha256: sha256(clip) })).status).toBe(201);
  });

  test('[UP-04] a sender learns what the server knows, from no other origin than its own', async () => {
    const answer = await fetch(`${origin}/files`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('tus-extension')).toBe('creation,termination,expiration,checksum');
    expect(answer.headers.get('tus-max-size')).toBe(String(LARGEST));
    const created = await tus.create(clip.length, {}, { origin: 'https://elsewhere.example' });
    for (const { headers } of [answer, created]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});
