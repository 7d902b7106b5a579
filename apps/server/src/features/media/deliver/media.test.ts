import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises';
import { get as httpGet } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../../app/build-app.ts';
import { MEDIA_COOKIE, signMediaCookie } from '../../../platform/auth/route-access.ts';
import { deriveKey } from '../../../platform/auth/secrets.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { createStorage } from '../../../platform/storage/create-storage.ts';
import { tone } from '../../../testing/clips.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../../testing/index.ts';
import { mediaFile } from '../../../testing/media-files.ts';
import { describeWithFfmpeg, tools } from '../../../testing/media-tools.ts';
import {
  largeVideo,
  storedContent,
  storedFragments,
  storedKeys,
  storedRenditions,
  storedVideo,
} from '../../../testing/stored-video.ts';
import { findEndedViewings, type Viewing } from './media.queries.ts';
import { inspectUploadedFile } from './media.service.ts';

let server: TestServer;
let owner: TestPerson;
let id: string;
let url: string;
let content: string;
let etag: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await loginAs(server);
  id = await storedVideo(server, owner.id);
  url = `/media/videos/${id}/playback`;
  content = storedContent('playback', id);
  etag = String((await fetchBytes()).headers.etag);
});
afterAll(() => server?.stop());

const fetchBytes = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', path = url) =>
  server.app.inject({ method, url: path, headers: { ...owner.headers, ...headers } });

describe('media bytes', () => {
  test('[VID-05] are complete, and browsers revalidate them before each use', async () => {
    const answer = await fetchBytes();
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(content);
    expect(answer.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
  });

  test.each([
    ['bytes=0-3', 0, 4],
    ['bytes=5-', 5, undefined],
    ['bytes=-4', -4, undefined],
    ['bytes=2-9999', 2, undefined],
  ])('support the byte range %s', async (range, start, end) => {
    const answer = await fetchBytes({ range });
    const expected = content.slice(start, end);
    expect(answer.statusCode).toBe(206);
    expect(answer.body).toBe(expected);
    expect(answer.headers['content-length']).toBe(String(expected.length));
    const from = content.indexOf(expected);
    expect(answer.headers['content-range']).toBe(`bytes ${from}-${from + expected.length - 1}/${content.length}`);
  });

  test('rejects a range beyond the end with the size', async () => {
    const answer = await fetchBytes({ range: `bytes=${content.length}-` });
    expect(answer.statusCode).toBe(416);
    expect(answer.headers['content-range']).toBe(`bytes */${content.length}`);
    expect(answer.body).toBe('');
  });

  test('several or invalid ranges get the complete file', async () => {
    for (const range of ['bytes=0-1,3-4', 'bytes=x-', 'lines=1-2']) {
      const answer = await fetchBytes({ range });
      expect([answer.statusCode, answer.body]).toEqual([200, content]);
    }
  });

  test('If-Range gets a range only if the file is unchanged', async () => {
    const same = await fetchBytes({ range: 'bytes=0-3', 'if-range': etag });
    expect(same.statusCode).toBe(206);
    for (const other of ['"another"', `W/${etag}`, 'Wed, 21 Oct 2025 07:28:00 GMT']) {
      const changed = await fetchBytes({ range: 'bytes=0-3', 'if-range': other });
      expect([changed.statusCode, changed.body]).toEqual([200, content]);
    }
  });

  test('an up-to-date copy is not sent again, after an access check', async () => {
    const answer = await fetchBytes({ 'if-none-match': `"x", ${etag}` });
    expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
    const stranger = await loginAs(server);
    const rejected = await server.app.inject({ url, headers: { ...stranger.headers, 'if-none-match': etag } });
    expect(rejected.statusCode).toBe(404);
    expect(rejected.headers.etag).toBeUndefined();
  });

  test('HEAD has all headers and no body', async () => {
    const answer = await fetchBytes({ range: 'bytes=0-3' }, 'HEAD');
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers['content-length']).toBe(String(content.length));
    expect(answer.headers['content-type']).toBe('video/mp4');
  });

  test('[VID-05] the media cookie gives access, and nothing else does', async () => {
    const key = deriveKey(server.deps.appSecret, 'media-cookie');
    const session = (seconds: number) => ({
      sid: null,
      epoch: 0,
      issuedAt: new Date(),
      expiresAt: new Date(Date.now() + seconds * 1000),
    });
    const value = await signMediaCookie(key, owner.id, session(60));
    const withCookie = (cookie: string, path = url) =>
      server.app.inject({ url: path, headers: { cookie: `${MEDIA_COOKIE}=${cookie}` } });
    expect((await withCookie(value)).statusCode).toBe(200);
    expect((await withCookie(`${value}x`)).statusCode).toBe(401);
    const old = await signMediaCookie(key, owner.id, session(-60));
    expect((await withCookie(old)).statusCode).toBe(401);
    expect((await server.app.inject({ url })).statusCode).toBe(401);
    expect((await withCookie(value, '/api/video/userVideos')).statusCode).toBe(401);
  });

  test('unknown ids and odd paths get a plain error', async () => {
    for (const [path, status] of [
      ['/media/videos/00000000-0000-7000-8000-000000000000/playback', 404],
      [`/media/videos/${id}/thumbnail`, 404],
      [`/media/videos/${id}/..%2f..%2foriginal`, 404],
      ['/media/videos/x/playback', 400],
      ['/media/demo/secret.txt', 400],
    ] as const) {
      const answer = await fetchBytes({}, 'GET', path);
      expect(answer.statusCode, path).toBe(status);
      expect(answer.json().message).toMatch(/\w+/);
    }
  });

  test('a file that is lost in storage is not a server error', async () => {
    const lost = await storedVideo(server, owner.id);
    await server.deps.storage.delete(`videos/${lost}/playback`);
    const answer = await fetchBytes({}, 'GET', `/media/videos/${lost}/playback`);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.json().message).toMatch(/\w+/);
  });

  test('the file is closed when the viewer disconnects', async () => {
    const large = await storedVideo(server, owner.id);
    const size = 50 * 1024 * 1024;
    const folder = await server.deps.storage.stagingFolder();
    const path = join(folder, 'large');
    await writeFile(path, '');
    await truncate(path, size);
    await server.deps.storage.put(`videos/${large}/playback`, path);
    await rm(folder, { recursive: true });
    await server.deps.db
      .updateTable('video_files')
      .set({ size })
      .where('video_id', '=', large)
      .where('kind', '=', 'playback')
      .execute();
    const openFiles = async () => {
      const links = await Promise.all(
        (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
      );
      return links.filter((target) => target.includes(large)).length;
    };
    const origin = await server.listen();
    await new Promise<void>((resolve, reject) => {
      const request = httpGet(`${origin}/media/videos/${large}/playback`, { headers: owner.headers }, (response) => {
        response.once('data', async () => {
          response.pause();
          // Back-pressure: the file is read only as fast as the client receives it.
          await expect.poll(openFiles).toBe(1);
          request.destroy();
          resolve();
        });
      });
      request.on('error', reject);
    });
    await expect.poll(openFiles).toBe(0);
  });
});

describe('the files of a video', () => {
  const PATHS = ['playback', 'poster', 'original', 'renditions/480.mp4', 'preview', 'hls.m3u8', 'hls/480.m3u8'];
  let stranger: TestPerson;
  let open: string;
  let closed: string;
  beforeAll(async () => {
    stranger = await loginAs(server);
    open = await storedVideo(server, owner.id, { permission: 'everyone' });
    closed = await storedVideo(server, owner.id);
    for (const video of [open, closed]) {
      await storedRenditions(server, video);
      await storedFragments(server, video, { ended: video === open });
      // Moves the row of the header to the end of its table.
      await sql`update fragments set size = size where growing_id = ${video} and number = 0`.execute(server.deps.db);
      const { db } = server.deps;
      await db.updateTable('videos').set({ duration_ms: 1500 }).where('id', '=', video).execute();
      const first = await db
        .selectFrom('renditions')
        .selectAll()
        .where('video_id', '=', video)
        .executeTakeFirstOrThrow();
      const larger = { name: '720', key: `videos/${video}/larger`, sha256: 'ab'.repeat(32), bandwidth: 2_000_000 };
      const fragments = JSON.stringify(first.fragments);
      await db
        .insertInto('renditions')
        .values({ ...first, ...larger, fragments })
        .execute();
    }
  });
  const read = (video: string, path: string, person = owner) =>
    fetchBytes(person.headers, 'GET', `/media/videos/${video}/${path}`);

  test('[VID-05] are only for people who may see the video, and the original only for its owner', async () => {
    for (const path of [...PATHS, 'preview.vtt', `growing/${closed}/list.m3u8`, `growing/${closed}/1.mp4`]) {
      const own = path.replace(closed, open);
      const statuses = [await read(closed, path, stranger), await read(open, own, stranger), await read(closed, path)];
      const visible = path === 'original' ? 404 : 200;
      expect([path, ...statuses.map(({ statusCode }) => statusCode)]).toEqual([path, 404, visible, 200]);
    }
    for (const path of PATHS.slice(3)) expect((await read(id, path)).statusCode, path).toBe(404);
    expect((await read(id, 'preview.vtt')).statusCode).toBe(404);
    // A header alone cannot be watched.
    await storedFragments(server, id, { count: 0 });
    expect((await read(id, `growing/${id}/0.mp4`)).statusCode).toBe(200);
    expect((await read(id, `growing/${id}/list.m3u8`)).statusCode).toBe(404);
    for (const path of ['renditions/1080.mp4', 'hls/1080.m3u8', `growing/${closed}/1.mp4`]) {
      expect((await read(open, path)).statusCode, path).toBe(404);
    }
  });

  test('[VID-05] are never those of another video', async () => {
    const version = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
    for (const video of [open, closed]) {
      for (const kind of ['playback', 'poster', 'original'] as const) {
        expect((await read(video, kind)).body).toBe(storedContent(kind, video));
      }
      expect((await read(video, 'renditions/480.mp4')).body).toBe(storedContent('rendition', video));
      const preview = await read(video, 'preview');
      expect([preview.body, preview.headers['content-type']]).toEqual([storedContent('preview', video), 'image/webp']);
      expect(preview.headers.etag).toMatch(`"${version(storedContent('preview', video))}`);
      const address = `../renditions/480.mp4?v=${version(storedContent('rendition', video))}`;
      expect((await read(video, 'hls/480.m3u8')).body.split('\n')).toEqual([
        ...['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:4', '#EXT-X-PLAYLIST-TYPE:VOD'],
        ...['#EXT-X-INDEPENDENT-SEGMENTS', `#EXT-X-MAP:URI="${address}",BYTERANGE="5@0"`],
        ...['#EXTINF:4.000000,', '#EXT-X-BYTERANGE:10@6', address],
        ...['#EXTINF:2.500000,', '#EXT-X-BYTERANGE:10@16', address, '#EXT-X-ENDLIST', ''],
      ]);
      const list = (await read(video, 'hls.m3u8')).body.split('\n');
      expect(list.filter((line) => line.endsWith('.m3u8'))).toEqual(['hls/480.m3u8', 'hls/720.m3u8']);
      const image = `preview?v=${version(storedContent('preview', video))}#xywh=`;
      expect((await read(video, 'preview.vtt')).body.split('\n').filter((line) => line.includes('preview'))).toEqual([
        `${image}0,0,160,90`,
        `${image}160,0,160,90`,
      ]);
      const growing = (await read(video, `growing/${video}/list.m3u8`)).body.split('\n');
      expect(growing.filter((line) => line.endsWith('.mp4'))).toEqual(['1.mp4', '2.mp4']);
      expect(growing.includes('#EXT-X-ENDLIST')).toBe(video === open);
      expect((await read(video, `growing/${video}/2.mp4`)).body).toBe(storedContent('fragment 2', video));
    }
  });

  test('[VID-05] downloads end when the viewer loses access or the file is deleted', async () => {
    const viewing = (video: string, name: string, person: TestPerson, of = video): Viewing => ({
      videoId: video,
      viewerId: person.id,
      key: `videos/${of}/${name}`,
      isOriginal: name === 'original',
    });
    const files = ['playback', 'rendition', 'larger', 'fragment-1.mp4', 'original'];
    const ended = [
      ...files.map((name) => viewing(closed, name, stranger)),
      viewing(open, 'original', stranger),
      // Downloads of another video, and of a replaced file.
      ...files.map((name) => viewing(closed, name, owner, open)),
      viewing(closed, 'playback-before', owner),
    ];
    const allowed = [
      ...files.slice(0, -1).map((name) => viewing(open, name, stranger)),
      ...files.map((name) => viewing(closed, name, owner)),
    ];
    expect(await findEndedViewings(server.deps.db, [...allowed, ...ended])).toEqual(
      ended.map((_, position) => allowed.length + position),
    );
  });
});

describe('media behind nginx with MEDIA_OFFLOAD=nginx', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    const storage = await createStorage({ ...server.deps.config, storage: { kind: 'local', s3: null, offload: true } });
    app = await buildApp({ ...server.deps, storage });
  });
  afterAll(() => app?.close());

  const get = (headers: Record<string, string> = {}, path = url) =>
    app.inject({ url: path, headers: { ...owner.headers, ...headers } });
  const inNginx = (path: string) => `/.kinreel-objects/${path}`;
  /** Headers with which clients might try to make the proxy send other files. */
  const TRICKS = {
    'x-accel-redirect': '/.kinreel-objects/secret',
    'x-accel-mapping': '/=/secret/',
    'x-sendfile-type': 'X-Accel-Redirect',
  };

  test('[VID-05] nginx gets the path of the file and the response headers', async () => {
    const range = { range: 'bytes=2-5' };
    for (const headers of [{}, range, { ...range, 'if-range': '"another"' }, TRICKS] as Record<string, string>[]) {
      const answer = await get(headers);
      expect([answer.statusCode, answer.body]).toEqual([200, '']);
      expect(answer.headers).toMatchObject({
        'x-accel-redirect': inNginx(`videos/${id}/playback`),
        'content-type': 'video/mp4',
        'content-length': '0',
        'cache-control': 'private, no-cache',
        etag,
      });
      expect(answer.headers).not.toHaveProperty('content-range');
    }
    const original = await get({}, `/media/videos/${id}/original`);
    expect(original.headers['content-disposition']).toBe('attachment; filename=IMG_0001.MOV');
  });

  test('[VID-05] responds without a path if the viewer may not see the video', async () => {
    const stranger = await loginAs(server);
    for (const headers of [stranger.headers, {}]) {
      const answer = await app.inject({ url, headers: { ...headers, ...TRICKS } });
      expect(answer.statusCode).toBe(headers === stranger.headers ? 404 : 401);
      expect(answer.headers).not.toHaveProperty('x-accel-redirect');
      expect(answer.body).not.toContain('kinreel-objects');
    }
  });

  test('[VID-05] responds without a path for files replaced by a trim', async () => {
    const trimmed = await storedVideo(server, owner.id);
    await storedRenditions(server, trimmed);
    await server.deps.db.updateTable('videos').set({ duration_ms: 60_000 }).where('id', '=', trimmed).execute();
    const addresses = ['playback', 'poster', 'renditions/480.mp4', 'preview'];
    const places = async () => {
      const answers = await Promise.all(addresses.map((address) => get({}, `/media/videos/${trimmed}/${address}`)));
      return answers.map(({ statusCode, headers }) => [statusCode, headers['x-accel-redirect']]);
    };
    expect(await places()).toEqual(
      ['playback', 'poster', 'rendition', 'preview'].map((name) => [200, inNginx(`videos/${trimmed}/${name}`)]),
    );
    const answer = await app.inject({
      method: 'PUT',
      url: `/api/video/${trimmed}/trim`,
      headers: owner.headers,
      payload: { start: 10, end: 40 },
    });
    expect(answer.statusCode).toBe(200);
    expect(await places()).toEqual(addresses.map(() => [404, undefined]));
    // These files are deleted, so a known path is useless.
    expect(await storedKeys(server, `videos/${trimmed}/`)).toEqual([`videos/${trimmed}/original`]);
  });

  test('responses without a body are not passed to nginx', async () => {
    const answers = [
      await get({ 'if-none-match': etag }),
      await get({ range: 'bytes=9999-' }),
      await app.inject({ method: 'HEAD', url, headers: owner.headers }),
      await get({}, '/media/demo/poster.webp'),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([304, 416, 200, 200]);
    for (const answer of answers) expect(answer.headers).not.toHaveProperty('x-accel-redirect');
  });

  test('[VID-05] a large response is sent by Kinreel, so that it ends when access ends', async () => {
    const large = `/media/videos/${await largeVideo(server, owner.id)}/playback`;
    const [whole, from, short] = [
      await app.inject({ method: 'GET', url: large, headers: { ...owner.headers, range: 'bytes=0-' } }),
      await get({ range: `bytes=0-${4 * 1024 ** 2}` }, large),
      await get({ range: `bytes=1-${4 * 1024 ** 2}` }, large),
    ];
    expect([whole.statusCode, from.statusCode, short.statusCode]).toEqual([206, 206, 200]);
    expect([whole, from, short].map(({ headers }) => 'x-accel-redirect' in headers)).toEqual([false, false, true]);
  });

  test('without the setting no response contains a path', async () => {
    const answer = await fetchBytes({ range: 'bytes=0-3', ...TRICKS });
    expect([answer.statusCode, answer.body]).toEqual([206, content.slice(0, 4)]);
    expect(answer.headers).not.toHaveProperty('x-accel-redirect');
  });
});

describeWithFfmpeg('an uploaded file', () => {
  test('[UP-02] is detected by its content, and may not be longer than the maximum', async () => {
    const path = await mediaFile('clip.mp4');
    const { config } = server.deps;
    expect(await inspectUploadedFile({ config }, path)).toMatchObject({ contentType: 'video/mp4', extension: 'mp4' });
    const short = { ...config, limits: { ...config.limits, videoSeconds: 1 } };
    await expect(inspectUploadedFile({ config: short }, path)).rejects.toMatchObject({ code: 'video.too_long' });
  });

  test('[UP-02] that only ffmpeg can read is also rejected without a picture', async () => {
    const path = join(server.dataDir, 'song.avi');
    const { ffmpeg: ffmpegPath } = tools as MediaTools;
    await promisify(execFile)(ffmpegPath, ['-v', 'error', ...tone(1), '-c:a', 'pcm_s16le', path]);
    const config = { ...server.deps.config, ffmpegPath };
    await expect(inspectUploadedFile({ config }, path)).rejects.toMatchObject({ code: 'video.no_picture' });
  });
});

describe('the demo video', () => {
  test('[ROUTE-11] plays without login', async () => {
    for (const [file, type] of [
      ['video.mp4', 'video/mp4'],
      ['poster.webp', 'image/webp'],
    ]) {
      const answer = await server.app.inject({ url: `/media/demo/${file}`, headers: { range: 'bytes=0-15' } });
      expect(answer.statusCode).toBe(206);
      expect(answer.headers['content-type']).toBe(type);
      expect(answer.rawPayload).toHaveLength(16);
    }
  });
});
