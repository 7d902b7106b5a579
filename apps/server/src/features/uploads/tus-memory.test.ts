import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../../testing/api-process.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { mediaBytes } from '../../testing/media-files.ts';
import { type TusSender, tusSender } from '../../testing/tus.ts';

const MIB = 1024 * 1024;

/** Size of the video; `npm run bench:memory` uses 2 GiB. */
const VIDEO_BYTES = Number(process.env.MEMORY_MIB ?? 192) * MIB;

/**
 * Maximum growth of the web server's memory during uploads and playback: much less than the transferred bytes, four
 * times the video. It is 50 to 70 MiB on an idle machine, and up to 102 with parallel tests, which delay garbage
 * collection.
 */
const GROWTH_MIB = 150;

/** Maximum of its total memory; only checked by the benchmark, because it depends on the machine. */
const LIMIT_MIB = process.env.MEMORY_MIB ? 250 : Number.POSITIVE_INFINITY;

let server: TestServer;
let owner: TestPerson;
let api: ApiProcess;
let tus: TusSender;
/** The start of the video: a playable clip and the header of a box of random bytes that players skip. */
let clip: Buffer;
const noise = randomBytes(MIB);

beforeAll(async () => {
  server = await startTestServer();
  owner = await loginAs(server);
  api = await startApiProcess(server);
  tus = tusSender(api.origin, owner.headers);
  const video = await mediaBytes('clip.mp4');
  const box = Buffer.alloc(8);
  box.writeUInt32BE(VIDEO_BYTES - video.length, 0);
  box.write('free', 4, 'latin1');
  clip = Buffer.concat([video, box]);
});
afterAll(async () => {
  await api?.end('SIGKILL');
  await server?.stop();
});

/** The video from an offset on, in chunks. */
function* videoFrom(from: number): Generator<Buffer> {
  if (from < clip.length) yield clip.subarray(from);
  for (let at = Math.max(from, clip.length); at < VIDEO_BYTES; ) {
    const start = (at - clip.length) % MIB;
    const piece = noise.subarray(start, Math.min(MIB, start + VIDEO_BYTES - at));
    yield piece;
    at += piece.length;
  }
}

/** Resident memory of the web server in MiB: current and peak. */
async function memory(): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${api.pid}/status`, 'utf8');
  const read = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
  return { now: read('VmRSS'), most: read('VmHWM') };
}

/** Sends everything from `offset` on in one request. @returns the offset in the response */
async function send(id: string, offset: number): Promise<number> {
  const { request, response } = tus.open(id, offset, VIDEO_BYTES - offset);
  let answered = false;
  const offsetThen = response.then(({ headers }) => {
    answered = true;
    return Number(headers['upload-offset']);
  });
  for (const piece of videoFrom(offset)) {
    if (answered || request.destroyed) break;
    // The server may respond and close before everything is written.
    const drained = () => once(request, 'drain').catch(() => {});
    if (!request.write(piece)) await Promise.race([drained(), offsetThen.catch(() => {})]);
  }
  if (!answered) request.end();
  return offsetThen.catch(() => tus.offset(id));
}

test.skipIf(process.platform !== 'linux')(
  `[UP-04] ${VIDEO_BYTES / MIB} MiB sent and played: the web server's memory grows little`,
  { timeout: 30_000 + VIDEO_BYTES / 1000 },
  async () => {
    const idle = await memory();
    const hash = createHash('sha256');
    for (const piece of videoFrom(0)) hash.update(piece);
    const sha256 = hash.digest('hex');

    const began = performance.now();
    const id = await tus.begin(VIDEO_BYTES);
    let offset = 0;
    let questions = 0;
    let slowest = 0;
    while (offset < VIDEO_BYTES) {
      const sending = send(id, offset);
      if (questions < 5) {
        // The request is aborted while the client still sends; these bytes must not be buffered in memory.
        await delay(200);
        const asked = performance.now();
        await tus.offset(id);
        slowest = Math.max(slowest, performance.now() - asked);
        questions += 1;
      }
      offset = await sending;
    }
    const sent = { seconds: (performance.now() - began) / 1000, ...(await memory()) };

    const published = await tus.publish(id, { prompt: 1, sha256 });
    expect(published.status, published.body.message).toBe(201);
    const publishing = await memory();

    const url = `${api.origin}/media/videos/${published.body.id}/original`;
    const playingBegan = performance.now();
    // Three players: two request range after range, one requests the whole file, reads slowly and disconnects.
    const played = createHash('sha256');
    await Promise.all([play(url, 4 * MIB, played), play(url, MIB, createHash('sha256')), readSlowly(url)]);
    expect(played.digest('hex')).toBe(sha256);
    const end = await memory();
    console.log(
      `web server, resident MiB: idle ${idle.now}, most while ${VIDEO_BYTES / MIB} MiB arrived ${sent.most} ` +
        `(${sent.seconds.toFixed(1)} s), while published ${publishing.most}, while played three times ${end.most} ` +
        `(${((performance.now() - playingBegan) / 1000).toFixed(1)} s), after it ${end.now}; ` +
        `slowest HEAD response in between ${Math.round(slowest)} ms`,
    );
    expect(end.most - idle.now).toBeLessThan(GROWTH_MIB);
    expect(end.most).toBeLessThan(LIMIT_MIB);
  },
);

/** Requests range after range to the end, like players. */
async function play(url: string, rangeBytes: number, hash: ReturnType<typeof createHash>): Promise<void> {
  for (let start = 0; start < VIDEO_BYTES; start += rangeBytes) {
    const range = `bytes=${start}-${start + rangeBytes - 1}`;
    const response = await fetch(url, { headers: { ...owner.headers, range } });
    expect(response.status).toBe(206);
    hash.update(Buffer.from(await response.arrayBuffer()));
  }
}

/** Requests everything, reads a little and disconnects. */
async function readSlowly(url: string): Promise<void> {
  const leave = new AbortController();
  const response = await fetch(url, { headers: { ...owner.headers, range: 'bytes=0-' }, signal: leave.signal });
  const reader = response.body?.getReader();
  for (let n = 0; n < 20; n += 1) {
    await reader?.read();
    await delay(100);
  }
  leave.abort();
}
