import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { video } from '@kinreel/contracts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { formOf, mediaBytes } from '../../testing/media-files.ts';

let server: TestServer;
let owner: TestPerson;
const clip = await mediaBytes('clip.mp4');
const LARGEST = clip.length * 3;

beforeAll(async () => {
  server = await startTestServer({
    LOG_LEVEL: 'silent',
    MAX_VIDEO_BYTES: String(LARGEST),
    QUOTA_BYTES: String(clip.length * 4),
  });
  owner = await loginAs(server);
});
afterAll(() => server?.stop());
afterEach(async () => {
  await server.deps.db.deleteFrom('videos').execute();
  for await (const { key } of server.deps.storage.list('videos/')) await server.deps.storage.delete(key);
});

type Part = readonly [string, string | { name: string; bytes: Buffer }];
const videoFile = (bytes: Buffer = clip, name = 'Oma erzählt.mp4') => ['video', { name, bytes }] as const;

async function upload(parts: readonly Part[], person: TestPerson = owner) {
  const { payload, headers } = await formOf(parts);
  return server.app.inject({
    method: 'POST',
    url: '/api/video/',
    headers: { ...headers, ...person.headers },
    payload,
  });
}

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

describe('uploading', () => {
  test.each([
    ['the prompt first', [['prompt', '26'], videoFile()]],
    ['the file first', [videoFile(), ['prompt', '26']]],
  ] as [string, Part[]][])('[API-09][UP-02][VID-06] accepts a video, %s', async (_order, parts) => {
    const answer = await upload(parts);
    expect(answer.statusCode, answer.body).toBe(201);
    expect(video.parse(answer.json())).toMatchObject({
      prompt: 'What was your first job?',
      prompt_id: 26,
      permission: 'invite-only',
      status: 'processing',
      url: null,
      user_id: owner.id,
      duration: expect.closeTo(2, 0),
    });
    const file = await server.deps.db.selectFrom('video_files').selectAll().executeTakeFirstOrThrow();
    expect(file).toMatchObject({
      kind: 'original',
      content_type: 'video/mp4',
      size: clip.length,
      sha256: createHash('sha256').update(clip).digest('hex'),
      name: 'Oma erzählt.mp4',
    });
    expect(await server.deps.storage.stat(file.key)).toMatchObject({ size: clip.length });
    expect(await traces()).toEqual({ ...NOTHING, videos: 1, files: 1, objects: 1 });
  });

  test('[API-09][VID-07] the worker makes it ready, and the owner can download the identical original', async () => {
    const { id } = (await upload([['prompt', '1'], videoFile()])).json();
    await server.drainJobs();
    const [ready] = (await server.app.inject({ url: `/api/video/${id}`, headers: owner.headers })).json();
    expect(ready).toMatchObject({ status: 'ready', width: 160, height: 120 });
    const played = await server.app.inject({ url: ready.url, headers: owner.headers });
    expect(played.statusCode).toBe(200);
    expect(played.headers['content-type']).toBe('video/mp4');
    const poster = await server.app.inject({ url: ready.poster_url, headers: owner.headers });
    expect(poster.headers['content-type']).toBe('image/webp');
    const original = await server.app.inject({ url: ready.original_url, headers: owner.headers });
    expect(original.rawPayload.equals(clip)).toBe(true);
    expect(original.headers['content-disposition']).toBe(
      `attachment; filename="Oma erz?hlt.mp4"; filename*=UTF-8''Oma%20erz%C3%A4hlt.mp4`,
    );
  });

  test.each([
    ['no prompt', [videoFile()], 400, 'prompt.missing'],
    ['an unknown prompt', [['prompt', '99999'], videoFile()], 400, 'prompt.missing'],
    ['a prompt that is no number', [['prompt', "1' or 1=1"], videoFile()], 400, 'prompt.missing'],
    ['no file', [['prompt', '1']], 400, 'video.no_file'],
    ['an empty file', [['prompt', '1'], videoFile(Buffer.alloc(0))], 400, 'video.empty'],
    [
      'a text field instead of a file',
      [
        ['prompt', '1'],
        ['video', 'my holiday'],
      ],
      400,
      'video.no_file',
    ],
    ['two files', [['prompt', '1'], videoFile(), videoFile()], 400, 'video.one_only'],
    ['three files', [videoFile(), videoFile(), videoFile(), ['prompt', '1']], 400, 'video.one_only'],
    [
      'a file in another field',
      [
        ['prompt', '1'],
        ['photo', { name: 'a.mp4', bytes: Buffer.from('x') }],
      ],
      400,
      'request.invalid',
    ],
    [
      'a text that is called a video',
      [['prompt', '1'], videoFile(Buffer.from('#!ffconcat\nfile /etc/passwd\n'))],
      415,
      'video.not_a_video',
    ],
    ['too many bytes', [['prompt', '1'], videoFile(Buffer.alloc(LARGEST + 1))], 413, 'video.too_large'],
    ['far too many bytes', [['prompt', '1'], videoFile(Buffer.alloc(LARGEST + 100_000))], 413, 'video.too_large'],
    ['far too many parts', Array.from({ length: 40 }, (_, i) => [`f${i}`, 'x']), 400, 'request.invalid'],
  ] as [string, Part[], number, string][])(
    '[API-09][UP-02] rejects %s and stores nothing',
    async (_what, parts, status, code) => {
      const answer = await upload(parts);
      expect(answer.json()).toMatchObject({ code, message: expect.stringMatching(/\w+/) });
      expect(answer.statusCode).toBe(status);
      expect(await traces()).toEqual(NOTHING);
    },
  );

  test('[UP-02] the error names the largest size and the quota', async () => {
    const tooLarge = await upload([['prompt', '1'], videoFile(Buffer.alloc(LARGEST + 1))]);
    expect(tooLarge.json()).toMatchObject({ code: 'video.too_large', params: { max_bytes: LARGEST } });
    for (const _ of [1, 2]) expect((await upload([['prompt', '1'], videoFile()])).statusCode).toBe(201);
    const noSpace = await upload([['prompt', '1'], videoFile(Buffer.alloc(LARGEST))]);
    expect(noSpace.json()).toMatchObject({ code: 'video.quota', params: { max_bytes: clip.length * 4 } });
  });

  test('[UP-02] rejects audio without video, whatever its name', async () => {
    const answer = await upload([['prompt', '1'], videoFile(await mediaBytes('sound.m4a'), 'holiday.mp4')]);
    expect(answer.json().code).toBe('video.no_picture');
    expect(await traces()).toEqual(NOTHING);
  });

  test('[API-09] rejects a body that is not a form, with a message', async () => {
    for (const [type, payload] of [
      ['application/json', '{"prompt":1}'],
      ['text/plain', 'hello'],
      ['multipart/form-data', 'no boundary'],
      ['multipart/form-data; boundary=x', 'nothing that fits'],
      ['multipart/form-data; boundary=x', ''],
    ]) {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/video',
        headers: { ...owner.headers, 'content-type': type },
        payload,
      });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.json().message).toMatch(/\w+/);
    }
    expect(await traces()).toEqual(NOTHING);
  });

  test('[API-25] rejects an upload without a token', async () => {
    const { payload, headers } = await formOf([['prompt', '1'], videoFile()]);
    const answer = await server.app.inject({ method: 'POST', url: '/api/video', headers, payload });
    expect(answer.statusCode).toBe(401);
    expect(await traces()).toEqual(NOTHING);
  });

  test('[UP-02] if the transaction fails at the end, the stored file is deleted', async () => {
    const { db } = server.deps;
    await sql`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger fail before insert on video_files for each row execute function fail()`.execute(db);
    try {
      const answer = await upload([['prompt', '1'], videoFile()]);
      expect(answer.json().code).toBe('server.failed');
      expect(await traces()).toEqual(NOTHING);
    } finally {
      await sql`drop function fail() cascade`.execute(db);
    }
  });

  test('[UP-02] a file name is saved without its path and control characters', async () => {
    await upload([['prompt', '1'], videoFile(clip, '../../etc/\u0007passwd.mp4')]);
    const file = await server.deps.db.selectFrom('video_files').select(['name', 'key']).executeTakeFirstOrThrow();
    expect(file.name).toBe('passwd.mp4');
    expect(file.key).toMatch(/^videos\/[0-9a-f-]{36}\/original$/);
  });
});

describe('space', () => {
  test('[UP-02] twenty concurrent uploads do not exceed the quota together', async () => {
    const person = await loginAs(server);
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload([['prompt', '1'], videoFile()], person)));
    const stored = answers.filter((answer) => answer.statusCode === 201).length;
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 201)) {
      expect(answer.json().code).toBe('video.quota');
    }
    // A form is some hundred bytes larger than its file, so a fourth does not fit.
    expect(stored).toBe(3);
    expect(await traces()).toEqual({ ...NOTHING, videos: stored, files: stored, objects: stored });
    // Deleted videos free their space.
    const { id } = answers.filter((answer) => answer.statusCode === 201)[0]?.json() ?? {};
    await server.app.inject({ method: 'DELETE', url: `/api/video/${id}`, headers: person.headers });
    expect((await upload([['prompt', '1'], videoFile()], person)).statusCode).toBe(201);
  });
});

describe('leftovers of a killed process', () => {
  const leave = (expires_at: Date) =>
    server.deps.db
      .insertInto('uploads')
      .values({ id: newId(), owner_id: owner.id, size: clip.length * 4, metadata: '', expires_at, resumable: false })
      .execute();
  afterEach(() => server.deps.db.deleteFrom('uploads').execute());

  test('[UP-02] reserve their space until they expire', async () => {
    await leave(new Date(Date.now() + 60_000));
    expect((await upload([['prompt', '1'], videoFile()])).json().code).toBe('video.quota');
    await server.deps.db.deleteFrom('uploads').execute();
    await leave(new Date(Date.now() - 1000));
    expect((await upload([['prompt', '1'], videoFile()])).statusCode).toBe(201);
  });
});

describe('over a real connection', () => {
  let origin: URL;
  beforeAll(async () => {
    origin = new URL(await server.listen());
  });

  /** Starts a request whose body the test writes. */
  function begin(headers: Record<string, string | number>) {
    const sent = httpRequest({
      host: origin.hostname,
      port: origin.port,
      path: '/api/video',
      method: 'POST',
      headers: { ...owner.headers, ...headers },
    });
    sent.on('error', () => {});
    return sent;
  }

  test('[UP-02] a client that disconnects leaves neither file nor row', async () => {
    const { payload, headers } = await formOf([['prompt', '1'], videoFile()]);
    for (const part of [0.1, 0.5, 0.99]) {
      const sent = begin({ ...headers, 'content-length': payload.length });
      sent.write(payload.subarray(0, payload.length * part));
      await expect.poll(async () => (await traces()).unfinished).toBe(1);
      const list = await server.app.inject({ url: '/api/uploads', headers: owner.headers });
      expect(list.json(), 'nobody can resume a form').toEqual([]);
      sent.destroy();
      await expect.poll(traces).toEqual(NOTHING);
    }
  });

  test('[UP-02] rejects a truncated form, although its Content-Length is right', async () => {
    const { payload, headers } = await formOf([['prompt', '1'], videoFile()]);
    const cut = payload.subarray(0, payload.length - 200);
    const answer = await fetch(new URL('/api/video', origin), {
      method: 'POST',
      headers: { ...owner.headers, ...headers },
      body: cut,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'video.incomplete' });
    expect(await traces()).toEqual(NOTHING);
  });

  test('[UP-02] rejects a Content-Length above the limit before the body is sent', async () => {
    const sent = begin({ 'content-type': 'multipart/form-data; boundary=x', 'content-length': 5_000_000_000 });
    const status = await new Promise((resolve) => {
      sent.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.flushHeaders();
    });
    expect(status).toBe(413);
    sent.destroy();
    expect(await traces()).toEqual(NOTHING);
  });

  test('[UP-02] without Content-Length the limit is checked while the file arrives', async () => {
    const { payload, headers } = await formOf([['prompt', '1'], videoFile(Buffer.alloc(LARGEST + 100_000))]);
    const sent = begin(headers);
    const answer = new Promise<{ status?: number; body: string }>((resolve) => {
      sent.on('response', async (response) => {
        let body = '';
        for await (const chunk of response) body += chunk;
        resolve({ status: response.statusCode, body });
      });
    });
    sent.end(payload);
    expect(await answer).toMatchObject({ status: 413, body: expect.stringMatching(/video\.(too_large|quota)/) });
    await expect.poll(traces).toEqual(NOTHING);
  });
});

describe('retry', () => {
  test('[UP-07] a failed video is prepared again, a ready one is not', async () => {
    const { id } = (await upload([['prompt', '1'], videoFile()])).json();
    await server.drainJobs();
    const again = () => server.app.inject({ method: 'POST', url: `/api/video/${id}/retry`, headers: owner.headers });
    const early = await again();
    expect(early.statusCode).toBe(409);
    expect(early.json().code).toBe('video.not_ready');

    await server.deps.db
      .updateTable('videos')
      .set({ status: 'failed', status_code: 'other' })
      .where('id', '=', id)
      .execute();
    const restarted = await again();
    expect(restarted.json()).toMatchObject({
      id,
      status: 'processing',
      status_code: null,
      status_reason: null,
      url: null,
    });
    await server.drainJobs();
    const [ready] = (await server.app.inject({ url: `/api/video/${id}`, headers: owner.headers })).json();
    expect(ready.status).toBe('ready');
    // original, playback file, poster, and the preview images, which have their own table
    expect(await traces()).toEqual({ ...NOTHING, videos: 1, files: 3, objects: 4 });
  });

  test("[UP-07][API-25] nobody can retry another person's video", async () => {
    const { id } = (await upload([['prompt', '1'], videoFile()])).json();
    const stranger = await loginAs(server);
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/video/${id}/retry`,
      headers: stranger.headers,
    });
    expect(answer.statusCode).toBe(404);
  });
});
