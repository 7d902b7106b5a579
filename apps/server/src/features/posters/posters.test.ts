import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { storedVideo } from '../../testing/stored-video.ts';

let server: TestServer;
let ada: TestPerson;
let bea: TestPerson;
let video: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  [ada, bea] = await Promise.all([loginAs(server, { firstName: 'Ada' }), loginAs(server, { firstName: 'Bea' })]);
  await connect(server, ada, bea, 'friend');
  video = await storedVideo(server, ada.id, { permission: 'friend' });
});

async function putPoster(bytes: Buffer, by = ada) {
  const form = new FormData();
  form.append('photo', new File([new Uint8Array(bytes)], 'picture.jpg', { type: 'image/jpeg' }));
  const encoded = new Response(form);
  return server.app.inject({
    method: 'PUT',
    url: `/api/video/${video}/poster`,
    headers: { ...by.headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
}
const get = (url: string, by: TestPerson) => server.app.inject({ url, headers: by.headers });
const posterUrl = async (by: TestPerson) => (await get(`/api/video/${video}`, by)).json()[0].poster_url;
async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.deps.storage.list(`videos/${video}/`)) keys.push(key);
  return keys.sort();
}

/** A large photo that is upright only by its EXIF rotation, with GPS coordinates. */
const photo = () =>
  sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#40a040' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

test('[VID-07] a picture of the owner replaces the poster for all viewers: upright, smaller, without its place', async () => {
  const before = await posterUrl(bea);
  const answer = await putPoster(await photo());
  expect(answer.statusCode).toBe(200);
  const url = answer.json().poster_url;
  expect(url).not.toBe(before);
  expect(await posterUrl(bea)).toBe(url);
  const { rawPayload: bytes, headers } = await get(url, bea);
  expect(headers['content-type']).toBe('image/webp');
  const { width, height, exif, orientation } = await sharp(bytes).metadata();
  expect({ width, height, exif, orientation }).toEqual({
    width: 853,
    height: 1280,
    exif: undefined,
    orientation: undefined,
  });
  // Size and hash are stored for backups; the previous file is deleted.
  const row = await server.deps.db
    .selectFrom('video_files')
    .selectAll()
    .where('video_id', '=', video)
    .where('kind', '=', 'poster')
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  const keys = await storedKeys();
  expect(keys).toContain(row.key);
  expect(keys).not.toContain(`videos/${video}/poster`);
});

test('[VID-05] can be changed only by the owner, for a ready video, and to a picture; otherwise nothing changes', async () => {
  const [before, keys] = [await posterUrl(bea), await storedKeys()];
  const stranger = await loginAs(server);
  for (const person of [bea, stranger]) {
    expect((await putPoster(await photo(), person)).json().code).toBe('video.missing');
  }
  const damaged = await putPoster(Buffer.from('not a picture'));
  expect({ status: damaged.statusCode, code: damaged.json().code }).toEqual({ status: 415, code: 'photo.unreadable' });
  await server.deps.db.updateTable('videos').set({ status: 'processing' }).where('id', '=', video).execute();
  expect((await putPoster(await photo())).json().code).toBe('video.not_ready');
  await server.deps.db.updateTable('videos').set({ status: 'ready' }).where('id', '=', video).execute();
  expect(await posterUrl(bea)).toBe(before);
  expect(await storedKeys()).toEqual(keys);
});

test('a trim replaces a chosen picture, because it may show what was trimmed away', async () => {
  await server.deps.db.updateTable('videos').set({ duration_ms: 60_000 }).where('id', '=', video).execute();
  const url = (await putPoster(await photo())).json().poster_url;
  const trimmed = await server.app.inject({
    method: 'PUT',
    url: `/api/video/${video}/trim`,
    headers: ada.headers,
    payload: { start: 10, end: 40 },
  });
  expect(trimmed.json()).toMatchObject({ status: 'processing', poster_url: null });
  expect((await get(url, ada)).statusCode).toBe(404);
});
