import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ERROR_STATUS,
  type ErrorCode,
  MAX_UNFINISHED_UPLOADS,
  unfinishedUploadsResponse,
  video,
} from '@kinreel/contracts';
import { errors } from '@kinreel/messages/en/errors';
import { type MessageParams, messageByKey } from '@kinreel/messages/message-by-key';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { formOf, mediaBytes } from '../../testing/media-files.ts';
import { sha256, type TusSender, tusSender } from '../../testing/tus.ts';
import { sweep } from '../operations/maintenance/sweep.service.ts';

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

/** Everything that an upload creates. */
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

/** A complete upload. */
async function completeUpload(bytes: Buffer = clip, sender = tus): Promise<string> {
  const id = await sender.begin(bytes.length);
  expect((await sender.patch(id, 0, bytes)).status).toBe(204);
  return id;
}

/** An id with some letters in upper case, different for each `n`. */
function spelling(id: string, n: number): string {
  return [...id].map((letter, index) => ((index + n) % (n + 2) === 0 ? letter.toUpperCase() : letter)).join('');
}

describe('sending bytes', () => {
  test('[UP-04] a file sent in parts becomes a video, byte for byte', async () => {
    const id = await tus.begin(clip.length, { filename: 'Oma erzählt.mp4', filetype: 'video/mp4', prompt: '26' });
    for (let offset = 0; offset < clip.length; ) {
      const part = clip.subarray(offset, offset + 10_000);
      const response = await tus.patch(id, offset, part);
      expect(response.status).toBe(204);
      offset += part.length;
      expect(Number(response.headers.get('upload-offset'))).toBe(offset);
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
    const { pixel_rate: rate } = await server.deps.db
      .selectFrom('videos')
      .select('pixel_rate')
      .executeTakeFirstOrThrow();
    expect(rate, 'bit rate of the original').toBeGreaterThan(100_000);
    const original = await fetch(`${origin}/media/videos/${published.body.id}/original`, { headers: owner.headers });
    expect(Buffer.from(await original.arrayBuffer()).equals(clip)).toBe(true);
    expect(await traces()).toEqual(PUBLISHED);
  });

  test('[UP-04] every spelling of an id reaches the same file and the same lock', async () => {
    const id = await tus.begin(clip.length);
    const spellings = [id.toUpperCase(), ...Array.from({ length: 11 }, (_, n) => spelling(id, n))];
    let offset = 0;
    for (const spelled of spellings) {
      const part = clip.subarray(offset, offset + 1000);
      expect((await tus.patch(spelled, offset, part)).status, spelled).toBe(204);
      offset += part.length;
      for (const other of spellings) expect(await tus.offset(other)).toBe(offset);
    }
    expect(await readdir(join(server.dataDir, 'media/partial'))).toEqual([id]);
    // A receiving request stops when another one needs the upload, in any spelling of its id.
    const receiving = tus.open(spelling(id, 1), offset, clip.length - offset);
    receiving.request.write(clip.subarray(offset, offset + 1000));
    const partial = join(server.dataDir, 'media/partial', id);
    await expect.poll(async () => (await stat(partial)).size).toBe(offset + 1000);
    expect(await tus.offset(id.toUpperCase())).toBe(offset + 1000);
    expect((await receiving.response).statusCode).toBe(204);
    receiving.request.destroy();
    offset += 1000;
    expect((await tus.patch(id.toUpperCase(), offset, clip.subarray(offset))).status).toBe(204);
    const [first, second] = [id.toUpperCase(), spelling(id, 2)].map((spelled) => tus.publish(spelled, { prompt: 1 }));
    expect([(await first)?.status, (await second)?.status].sort()).toEqual([200, 201]);
    expect(await traces()).toEqual(PUBLISHED);

    const discarded = await completeUpload();
    expect((await tus.remove(discarded.toUpperCase())).status).toBe(204);
    expect(await traces()).toEqual(PUBLISHED);
  });

  test("[UP-04] the list contains only the caller's unfinished uploads", async () => {
    const [begun, complete] = [
      await tus.begin(clip.length, { filename: 'a/b.mov', prompt: '3' }),
      await completeUpload(),
    ];
    await tus.patch(begun, 0, clip.subarray(0, 100));
    await tus.publish(complete, { prompt: 1 });
    const response = await fetch(`${origin}/api/uploads`, { headers: owner.headers });
    expect(unfinishedUploadsResponse.parse(await response.json())).toEqual([
      expect.objectContaining({ id: begun, file_name: 'b.mov', size: clip.length, offset: 100, prompt_id: 3 }),
    ]);
    const stranger = await loginAs(server);
    expect(await tusSender(origin, stranger.headers).list()).toEqual([]);
  });

  test('[UP-04] a part with a checksum is saved completely or not at all', async () => {
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

  test('[UP-04] OPTIONS lists what the server supports, without CORS headers', async () => {
    const response = await fetch(`${origin}/files`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('tus-extension')).toBe('creation,termination,expiration,checksum');
    expect(response.headers.get('tus-max-size')).toBe(String(LARGEST));
    const created = await tus.create(clip.length, {}, { origin: 'https://elsewhere.example' });
    for (const { headers } of [response, created]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('invalid requests', () => {
  const b64 = (text: string) => Buffer.from(text).toString('base64');
  test.each([
    ['an empty file', '0', {}, 'video.empty'],
    ['a file that is too large', String(LARGEST + 1), {}, 'video.too_large'],
    ['a length that is not a number', 'plenty', {}, 'request.invalid'],
    ['a negative length', '-1', {}, 'request.invalid'],
    ['an unknown prompt', '100', { 'upload-metadata': `prompt ${b64('99999')}` }, 'prompt.missing'],
    ['a prompt that is not a number', '100', { 'upload-metadata': `prompt ${b64("1' or 1=1")}` }, 'prompt.missing'],
    ['metadata that cannot be read', '100', { 'upload-metadata': 'filename %%%' }, 'request.invalid'],
    ['metadata that is too long', '100', { 'upload-metadata': `filename ${b64('a'.repeat(4000))}` }, 'request.invalid'],
    ['another version of the protocol', '100', { 'tus-resumable': '0.2.2' }, 'upload.protocol'],
    ['a person without a token', '100', { authorization: '' }, 'session.required'],
  ] as [string, string, Record<string, string>, ErrorCode][])(
    '[UP-02] rejects %s before any byte is sent',
    async (_what, size, headers, code) => {
      const response = await tus.create(size, {}, headers);
      const params: MessageParams = code === 'video.too_large' ? { max_bytes: LARGEST } : {};
      expect(response.body).toMatchObject({ code, message: messageByKey(errors, code, params, 'en') });
      expect(response.status).toBe(ERROR_STATUS[code]);
      expect(response.headers.get('tus-resumable')).toBe('1.0.0');
      expect(await traces()).toEqual(NOTHING);
    },
  );

  test('[UP-04] rejects a deferred length', async () => {
    const response = await fetch(`${origin}/files/`, {
      method: 'POST',
      headers: { ...owner.headers, 'tus-resumable': '1.0.0', 'upload-defer-length': '1' },
    });
    expect(response.status).toBe(400);
    expect(await traces()).toEqual(NOTHING);
  });

  test('[UP-04] parts with a wrong offset or size have no effect', async () => {
    const id = await tus.begin(clip.length);
    await tus.patch(id, 0, clip.subarray(0, 1000));
    const rest = clip.subarray(1000);
    for (const [response, code] of [
      [await tus.patch(id, 999, rest), 'upload.offset'],
      [await tus.patch(id, 1001, rest), 'upload.offset'],
      [await tus.patch(id, 1000, Buffer.concat([rest, rest])), 'request.too_large'],
      [await tus.patch(id, 1000, rest, { 'content-type': 'application/json' }), 'request.unsupported'],
      [await tus.patch(id, 1000, rest, { 'upload-offset': '' }), 'request.invalid'],
    ] as const) {
      expect([response.status, response.body?.code]).toEqual([ERROR_STATUS[code], code]);
    }
    expect(await tus.offset(id)).toBe(1000);
    // Without Content-Length the excess is detected while it arrives; nothing is written beyond the declared size.
    const { request, response } = tus.open(id, 1000, 0);
    request.removeHeader('content-length');
    request.end(Buffer.concat([rest, rest]));
    expect((await response).statusCode).toBe(413);
    expect(await tus.offset(id)).toBeLessThanOrEqual(clip.length);
  });

  test('[UP-04] rejects a part that declares too many bytes before its first byte', async () => {
    const id = await tus.begin(clip.length);
    const { request, response } = tus.open(id, 0, clip.length + 1);
    request.flushHeaders();
    expect((await response).statusCode).toBe(413);
    request.destroy();
    expect(await tus.offset(id)).toBe(0);
  });

  test('[UP-04] limits the number of new uploads per minute', async () => {
    const limited = await startTestServer({ RATE_LIMIT: 'on', LOG_LEVEL: 'silent' });
    try {
      const { headers } = await loginAs(limited);
      const begin = () =>
        limited.app.inject({
          method: 'POST',
          url: '/files',
          headers: { ...headers, 'tus-resumable': '1.0.0', 'upload-length': '0' },
        });
      const codes = [];
      for (let n = 0; n < 61; n += 1) codes.push((await begin()).json().code);
      expect(codes).toEqual([...Array(60).fill('video.empty'), 'request.rate_limited']);
    } finally {
      await limited.stop();
    }
  });

  test('[UP-04][API-25] uploads of others look like unknown ones to every method', async () => {
    const id = await tus.begin(clip.length);
    await tus.patch(id, 0, clip.subarray(0, 1000));
    const complete = await completeUpload();
    const rows = () => server.deps.db.selectFrom('uploads').selectAll().orderBy('id').execute();
    const before = await rows();
    const stranger = tusSender(origin, (await loginAs(server)).headers);
    for (const unknown of [id, complete, newId(), 'x', '..%2f..%2fetc', "1' or 1=1"]) {
      for (const response of [
        await stranger.head(unknown),
        await stranger.patch(unknown, 1000, clip.subarray(1000)),
        await stranger.remove(unknown),
      ]) {
        expect(response.status, unknown).toBe(404);
        if (response.body) expect(response.body.code).toBe('upload.missing');
      }
    }
    for (const unknown of [id, complete, newId()]) {
      const published = await stranger.publish(unknown, { prompt: 1 });
      expect([published.status, published.body.code]).toEqual([404, 'upload.missing']);
    }
    expect(await rows()).toEqual(before);
    expect([await tus.offset(id), await tus.offset(complete)]).toEqual([1000, clip.length]);
    expect(await traces()).toEqual({ ...NOTHING, unfinished: 2, partial: 2 });
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const response = await fetch(`${origin}/files/${id}`, { method, headers: { 'tus-resumable': '1.0.0' } });
      expect(response.status).toBe(401);
    }
  });
});

describe('space', () => {
  test('[UP-02] twenty concurrent creations do not exceed the quota together', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => tus.create(clip.length)));
    expect(answers.filter(({ status }) => status === 201).length).toBe(4);
    for (const { status, body } of answers.filter((response) => response.status !== 201)) {
      expect([status, body?.code]).toEqual([413, 'video.quota']);
    }
    // A form is also rejected while the space is reserved.
    const { payload, headers } = await formOf([
      ['prompt', '1'],
      ['video', { name: 'a.mp4', bytes: clip }],
    ]);
    const form = () =>
      server.app.inject({ method: 'POST', url: '/api/video', headers: { ...headers, ...owner.headers }, payload });
    expect((await form()).json().code).toBe('video.quota');
    const [one, two] = (await tus.list()).map(({ id }) => id);
    expect((await tus.remove(one ?? '')).status).toBe(204);
    expect((await tus.remove(two ?? '')).status).toBe(204);
    expect((await form()).statusCode).toBe(201);
  });

  test('[UP-02] a published upload uses its space once', async () => {
    const ids = [];
    for (let n = 0; n < 4; n += 1) ids.push(await completeUpload());
    for (const id of ids) expect((await tus.publish(id, { prompt: 1 })).status).toBe(201);
    expect((await tus.create(1)).body?.code).toBe('video.quota');
  });

  test('[UP-02] limits the number of unfinished uploads per person', async () => {
    await server.deps.db
      .insertInto('uploads')
      .values(
        Array.from({ length: MAX_UNFINISHED_UPLOADS }, () => ({
          id: newId(),
          owner_id: owner.id,
          size: 1,
          metadata: '',
          expires_at: new Date(Date.now() + 60_000),
        })),
      )
      .execute();
    expect((await tus.create(1)).body).toMatchObject({
      code: 'upload.too_many',
      params: { max_uploads: MAX_UNFINISHED_UPLOADS },
    });
  });

  test('[UP-04] discarding an upload removes everything, at any point', async () => {
    const fresh = await tus.begin(clip.length);
    const half = await tus.begin(clip.length);
    await tus.patch(half, 0, clip.subarray(0, 5000));
    for (const id of [fresh, half, await completeUpload()]) {
      expect((await tus.remove(id)).status).toBe(204);
      expect((await tus.head(id)).status).toBe(404);
      expect((await tus.remove(id)).status).toBe(404);
    }
    expect(await traces()).toEqual(NOTHING);
  });
});

describe('publishing', () => {
  test('[UP-04] twenty concurrent calls create one video, and a repeated one returns it', async () => {
    const id = await completeUpload();
    const answers = await Promise.all(Array.from({ length: 20 }, () => tus.publish(id, { prompt: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await traces()).toEqual(PUBLISHED);
    // It is no longer listed, but its client can see that it is complete.
    expect(await tus.list()).toEqual([]);
    expect(await tus.offset(id)).toBe(clip.length);
    expect((await tus.patch(id, 0, clip)).status).toBe(409);
    expect((await tus.remove(id)).status).toBe(404);
    expect(await traces()).toEqual(PUBLISHED);
    await server.app.inject({ method: 'DELETE', url: `/api/video/${answers[0]?.body.id}`, headers: owner.headers });
    expect((await tus.publish(id, { prompt: 1 })).status).toBe(404);
  });

  test('[UP-05][VID-03][SHARE-02] sets the audience chosen during the upload, also if it was chosen after the first call', async () => {
    const [friend, stranger] = [await loginAs(server), await loginAs(server)];
    await connect(server, owner, friend, 'friend');
    const { db } = server.deps;
    const shares = () => db.selectFrom('shares').select(['recipient_id', 'message']).execute();
    const mails = () => db.selectFrom('mails').select('id').where('kind', '=', 'video-shared').execute();
    const audience = { permission: 'family', user_id: [friend.id, stranger.id], message: ' For you ' };

    const id = await completeUpload();
    const first = await tus.publish(id, { prompt: 1, audience });
    expect(first).toMatchObject({ status: 201, body: { permission: 'family' } });
    expect(await shares()).toEqual([{ recipient_id: friend.id, message: 'For you' }]);
    expect(await mails()).toHaveLength(1);
    expect(await tus.publish(id, { prompt: 1, audience })).toMatchObject({ status: 200 });
    expect([(await shares()).length, (await mails()).length]).toEqual([1, 1]);

    const later = await completeUpload();
    expect(await tus.publish(later, { prompt: 1 })).toMatchObject({ body: { permission: 'invite-only' } });
    expect(await tus.publish(later, { prompt: 1, audience })).toMatchObject({
      status: 200,
      body: { permission: 'family' },
    });
    expect(await shares()).toHaveLength(2);
    expect((await tus.publish(later, { prompt: 1, audience: { permission: 'all', user_id: [] } })).status).toBe(400);
  });

  test('[UP-04] deletes a file with another checksum than declared', async () => {
    const id = await completeUpload();
    const response = await tus.publish(id, { prompt: 1, sha256: sha256(Buffer.from('something else')) });
    expect(response.body.code).toBe('video.checksum');
    expect(await traces()).toEqual(NOTHING);
    expect((await tus.publish(id, { prompt: 1 })).status).toBe(404);
  });

  test('[UP-02][UP-04] keeps the upload after errors that can be corrected: missing bytes, a missing prompt', async () => {
    const id = await tus.begin(clip.length);
    expect((await tus.publish(id, { prompt: 1 })).body.code).toBe('upload.unfinished');
    await tus.patch(id, 0, clip.subarray(0, -1));
    const early = await tus.publish(id, { prompt: 1 });
    expect([early.status, early.body.code]).toEqual([409, 'upload.unfinished']);
    await tus.patch(id, clip.length - 1, clip.subarray(-1));
    expect((await tus.publish(id, { prompt: 99_999 })).body.code).toBe('prompt.missing');
    expect((await tus.publish(id, {})).status).toBe(400);
    expect(await traces()).toEqual({ ...NOTHING, unfinished: 1, partial: 1 });
    expect((await tus.publish(id, { prompt: 1 })).status).toBe(201);
  });

  test.each([
    ['a text that is called a video', async () => Buffer.from('#!ffconcat\nfile /etc/passwd\n'), 'video.not_a_video'],
    ['audio without video', () => mediaBytes('sound.m4a'), 'video.no_picture'],
  ] as const)('[UP-02] rejects %s like the form does, and stores nothing', async (_what, bytes, code) => {
    const response = await tus.publish(await completeUpload(await bytes()), { prompt: 1 });
    expect(response).toEqual({ status: ERROR_STATUS[code], body: { code, message: errors[code] } });
    expect(await traces()).toEqual(NOTHING);
  });

  test('[UP-04] if the transaction fails at the end, the upload can be published later', async () => {
    const { db } = server.deps;
    const id = await completeUpload();
    await sql`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger fail before insert on video_files for each row execute function fail()`.execute(db);
    try {
      expect((await tus.publish(id, { prompt: 1 })).body.code).toBe('server.failed');
    } finally {
      await sql`drop function fail() cascade`.execute(db);
    }
    expect(await traces()).toEqual({ ...NOTHING, unfinished: 1, partial: 1 });
    expect((await tus.publish(id, { prompt: 1, sha256: sha256(clip) })).status).toBe(201);
    expect(await traces()).toEqual(PUBLISHED);
  });
});

describe('the sweep', () => {
  const expire = (id: string) =>
    server.deps.db
      .updateTable('uploads')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();

  test('[UP-04] deletes expired uploads and no others', async () => {
    const [live, old, published] = [await completeUpload(), await completeUpload(), await completeUpload()];
    await tus.publish(published, { prompt: 1 });
    for (const gone of [old, published, await completeUpload()]) await expire(gone);
    expect((await tus.head(old)).status).toBe(404);
    expect((await tus.publish(old, { prompt: 1 })).status).toBe(404);
    expect(await sweep(server.deps)).toMatchObject({ uploads: 2, partialFiles: 2, orphans: 0 });
    expect(await traces()).toEqual({ ...PUBLISHED, unfinished: 1, partial: 1 });
    expect(await sweep(server.deps)).toMatchObject({ uploads: 0, partialFiles: 0 });
    expect(await tus.offset(live)).toBe(clip.length);
  });

  test('[UP-04] every part renews the upload for a day', async () => {
    const id = await tus.begin(clip.length);
    const soon = new Date(Date.now() + 60_000);
    await server.deps.db.updateTable('uploads').set({ expires_at: soon }).where('id', '=', id).execute();
    const response = await tus.patch(id, 0, clip.subarray(0, 10));
    const hours = (Date.parse(response.headers.get('upload-expires') ?? '') - Date.now()) / 3600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
  });
});

describe('an interrupted or hanging request', () => {
  /** Starts a part of which only the first bytes arrive. */
  async function hang(id: string, offset: number, end: number) {
    const part = tus.open(id, offset, clip.length - offset);
    part.request.write(clip.subarray(offset, end));
    const here = async () => (await tus.list()).find((upload) => upload.id === id)?.offset;
    await expect.poll(here).toBe(end);
    return part;
  }

  test('[UP-04] the received bytes are saved, and the upload resumes from there', async () => {
    const id = await tus.begin(clip.length);
    let at = 0;
    for (const end of [1, 4000, 20_000, clip.length - 1]) {
      (await hang(id, at, end)).request.destroy();
      at = await tus.offset(id);
      expect(at).toBe(end);
    }
    expect((await tus.patch(id, at, clip.subarray(at))).status).toBe(204);
    expect((await tus.publish(id, { prompt: 1, sha256: sha256(clip) })).status).toBe(201);
  });

  test('[UP-04] HEAD responds while bytes still arrive, without waiting for them, and they are saved', async () => {
    const id = await tus.begin(clip.length);
    const { response } = await hang(id, 0, 7000);
    expect(await tus.offset(id)).toBe(7000);
    // Would be 423 if the part had lost the upload after 8 seconds of silence.
    const { statusCode, headers } = await response;
    expect([statusCode, headers['upload-offset'], headers.connection]).toEqual([204, '7000', 'close']);
  });

  test('[UP-04] a new part replaces a hanging one, and so does DELETE', async () => {
    const id = await tus.begin(clip.length);
    const first = await hang(id, 0, 3000);
    const second = await tus.patch(id, 3000, clip.subarray(3000, 6000));
    expect([second.status, second.headers.get('upload-offset')]).toEqual([204, '6000']);
    expect((await first.response).headers['upload-offset']).toBe('3000');
    const third = await hang(id, 6000, 9000);
    expect((await tus.remove(id)).status).toBe(204);
    expect((await third.response).statusCode).toBe(204);
    expect(await traces()).toEqual(NOTHING);
  });

  test('[UP-04] twenty concurrent parts with the same offset are written once', async () => {
    const id = await tus.begin(clip.length);
    await tus.patch(id, 0, clip.subarray(0, 1000));
    await Promise.all(Array.from({ length: 20 }, () => tus.patch(id, 1000, clip.subarray(1000))));
    const at = await tus.offset(id);
    if (at < clip.length) await tus.patch(id, at, clip.subarray(at));
    expect((await tus.publish(id, { prompt: 1, sha256: sha256(clip) })).status).toBe(201);
  });

  test('[UP-04] an incomplete part with a checksum is not saved', async () => {
    const id = await tus.begin(clip.length);
    const part = tus.open(id, 0, clip.length);
    part.request.setHeader('upload-checksum', `sha256 ${createHash('sha256').update(clip).digest('base64')}`);
    part.request.write(clip.subarray(0, 5000));
    await expect.poll(async () => (await tus.list())[0]?.offset).toBe(5000);
    part.request.destroy();
    expect(await tus.offset(id)).toBe(0);
  });
});
