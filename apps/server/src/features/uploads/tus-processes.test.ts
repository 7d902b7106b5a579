import { randomBytes, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../../testing/api-process.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { mediaBytes } from '../../testing/media-files.ts';
import { sha256, tusSender } from '../../testing/tus.ts';

/** How often the web server is killed during uploads; KILLS=100 for a long run. */
const KILLS = Number(process.env.KILLS ?? 4);

/** Time for tests that start two processes, on a busy machine too. */
const STARTS_MS = 120_000;

const MIB = 1024 * 1024;

let server: TestServer;
let owner: TestPerson;
let content: Buffer;
const running: ApiProcess[] = [];

beforeAll(async () => {
  server = await startTestServer();
  owner = await loginAs(server);
  content = await contentOf(8 * MIB);
});
afterAll(async () => {
  for (const api of running.splice(0)) await api.end('SIGKILL');
  await server?.stop();
});

async function start(): Promise<ApiProcess> {
  const api = await startApiProcess(server);
  running.push(api);
  return api;
}

async function kill(api: ApiProcess): Promise<void> {
  running.splice(running.indexOf(api), 1);
  await api.end('SIGKILL');
}

/** A playable video, enlarged by a box of random bytes that players skip. */
async function contentOf(size: number): Promise<Buffer> {
  const clip = await mediaBytes('clip.mp4');
  const filler = randomBytes(size - clip.length);
  filler.writeUInt32BE(filler.length, 0);
  filler.write('free', 4, 'latin1');
  return Buffer.concat([clip, filler]);
}

const partialFile = (id: string) => readFile(join(server.dataDir, 'media/partial', id));
const sender = (api: ApiProcess) => tusSender(api.origin, owner.headers);

async function originalOf(api: ApiProcess, videoId: string): Promise<Buffer> {
  const response = await fetch(`${api.origin}/media/videos/${videoId}/original`, { headers: owner.headers });
  return Buffer.from(await response.arrayBuffer());
}

describe('two servers on one folder', { timeout: STARTS_MS }, () => {
  let one: ApiProcess;
  let two: ApiProcess;
  beforeAll(async () => {
    [one, two] = await Promise.all([start(), start()]);
  }, STARTS_MS);
  afterAll(async () => {
    for (const api of running.splice(0)) await api.end('SIGKILL');
  });

  test('[UP-04] an upload started at one server can be resumed at another while the first still waits for bytes', async () => {
    const id = await sender(one).begin(content.length);
    const hanging = sender(one).open(id, 0, content.length);
    hanging.request.write(content.subarray(0, MIB));
    await expect.poll(async () => (await sender(two).list())[0]?.offset).toBe(MIB);

    expect(await sender(two).offset(id)).toBe(MIB);
    // The first server has released the upload on request, instead of losing it after 8 seconds with status 423.
    expect((await hanging.response).headers['upload-offset']).toBe(String(MIB));

    expect((await sender(two).patch(id, MIB, content.subarray(MIB, 2 * MIB))).status).toBe(204);
    expect((await sender(one).patch(id, 2 * MIB, content.subarray(2 * MIB))).status).toBe(204);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        sender(n % 2 ? one : two).publish(id, { prompt: 1, sha256: sha256(content) }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    const [videoId = ''] = new Set(answers.map(({ body }) => body.id));
    expect(sha256(await originalOf(one, videoId))).toBe(sha256(content));
  });

  test('[UP-04] an upload can be resumed at another server if the first hangs; later writes of the first have no effect', async () => {
    const id = await sender(one).begin(content.length);
    // With a wrong checksum, the first server would truncate bytes that it has not received.
    const hanging = sender(one).open(id, 0, content.length, { 'upload-checksum': `sha256 ${'A'.repeat(43)}=` });
    hanging.response.catch(() => {});
    hanging.request.write(content.subarray(0, MIB));
    await expect.poll(async () => (await sender(two).list()).find((upload) => upload.id === id)?.offset).toBe(MIB);
    process.kill(one.pid, 'SIGSTOP');
    hanging.request.write(content.subarray(MIB, 2 * MIB));

    // 423 until the first server has been silent for 8 seconds; browsers retry too.
    await expect.poll(() => sender(two).offset(id)).toBe(MIB);
    expect((await sender(two).patch(id, MIB, content.subarray(MIB, 3 * MIB))).status).toBe(204);
    process.kill(one.pid, 'SIGCONT');
    expect((await hanging.response).statusCode).toBe(423);
    expect(await sender(two).offset(id)).toBe(3 * MIB);
    expect((await sender(two).patch(id, 3 * MIB, content.subarray(3 * MIB))).status).toBe(204);
    const { status, body } = await sender(two).publish(id, { prompt: 1, sha256: sha256(content) });
    expect(status).toBe(201);
    expect(sha256(await originalOf(two, body.id ?? ''))).toBe(sha256(content));
  });
});

test('[UP-04] a server that stops saves the received bytes, responds, and does not wait for the rest', {
  timeout: STARTS_MS,
}, async () => {
  const api = await start();
  const id = await sender(api).begin(content.length);
  const hanging = sender(api).open(id, 0, content.length);
  hanging.request.write(content.subarray(0, 3 * MIB));
  await expect.poll(async () => (await sender(api).list()).find((one) => one.id === id)?.offset).toBe(3 * MIB);
  running.splice(running.indexOf(api), 1);
  const ended = api.end('SIGTERM');
  const { statusCode, headers } = await hanging.response;
  expect([statusCode, headers['upload-offset']]).toEqual([204, String(3 * MIB)]);
  expect(await ended).toBe(0);

  const next = await start();
  expect(await sender(next).offset(id)).toBe(3 * MIB);
  expect((await sender(next).patch(id, 3 * MIB, content.subarray(3 * MIB))).status).toBe(204);
  expect((await sender(next).publish(id, { prompt: 1, sha256: sha256(content) })).status).toBe(201);
});

test(`[UP-04] ${KILLS} times kill -9 during uploads: no acknowledged byte is lost, every video is complete and published once`, {
  timeout: 120_000 + KILLS * 40_000,
}, async () => {
  const before = await countVideos();
  const published: string[] = [];
  let upload = '';
  let acknowledged = 0;
  let api = await start();
  for (let killed = 0; killed < KILLS; killed += 1) {
    upload ||= await sender(api).begin(content.length);
    const offset = await sender(api)
      .offset(upload)
      .catch(() => -1);
    // All acknowledged bytes are stored, no others were added, and all are correct.
    expect(offset).toBeGreaterThanOrEqual(acknowledged);
    const stored = await partialFile(upload).catch(() => Buffer.alloc(0));
    expect(offset).toBeLessThanOrEqual(stored.length);
    expect(stored.equals(content.subarray(0, stored.length))).toBe(true);
    acknowledged = offset;

    if (offset < content.length) {
      acknowledged = await sendUntilKilled(api, upload, offset);
    } else {
      // Killed while publishing; the call after the restart finds or creates the video.
      sender(api)
        .publish(upload, { prompt: 1 })
        .catch(() => {});
      await delay(randomInt(250));
      await kill(api);
      api = await start();
      const response = await sender(api).publish(upload, { prompt: 1, sha256: sha256(content) });
      expect([200, 201]).toContain(response.status);
      published.push(response.body.id ?? '');
      upload = '';
      acknowledged = 0;
      continue;
    }
    api = await start();
  }
  if (upload) {
    const at = await sender(api).offset(upload);
    await sender(api).patch(upload, at, content.subarray(at));
    published.push((await sender(api).publish(upload, { prompt: 1, sha256: sha256(content) })).body.id ?? '');
  }
  for (const id of published) expect(sha256(await originalOf(api, id))).toBe(sha256(content));
  expect((await countVideos()) - before).toBe(new Set(published).size);

  /** Sends parts of random sizes and kills the server at a random byte. @returns the last acknowledged offset */
  async function sendUntilKilled(target: ApiProcess, id: string, from: number): Promise<number> {
    let at = from;
    const killAt = Math.min(content.length, from + randomInt(2 * MIB) + 1);
    for (;;) {
      const end = Math.min(content.length, at + randomInt(MIB) + 1);
      if (end < killAt) {
        const { headers } = await sender(target).patch(id, at, content.subarray(at, end));
        at = Number(headers.get('upload-offset'));
        continue;
      }
      const { request } = sender(target).open(id, at, end - at);
      await new Promise<void>((resolve) => request.write(content.subarray(at, killAt), () => resolve()));
      await kill(target);
      return at;
    }
  }
});

async function countVideos(): Promise<number> {
  return (await server.deps.db.selectFrom('videos').select('id').execute()).length;
}
