import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiProcess, startApiProcess } from '../../testing/api-process.ts';
import { interlacedPng } from '../../testing/hostile-png.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { runningPrograms } from '../../testing/running-programs.ts';

/** Size of the attack picture; `npm run bench:pictures` uses the largest accepted one. */
const MEGAPIXELS = Number(process.env.FLOOD_MEGAPIXELS ?? 6);

/** Seconds of the benchmark; 0 in the test. */
const BENCH_SECONDS = Number(process.env.FLOOD_SECONDS ?? 0);

/** Maximum growth of the web server's memory: less than the 79 MiB needed to decode the attack picture. */
const GROWTH_MIB = 50;

let server: TestServer;
let people: TestPerson[];
let visitor: TestPerson;
let api: ApiProcess;
let hostile: Buffer;
let good: Buffer;

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => loginAs(server)));
  visitor = first as TestPerson;
  people = others;
  api = await startApiProcess(server);
  hostile = interlacedPng(Math.floor(Math.sqrt(MEGAPIXELS * 1e6)));
  good = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#ff0000' } })
    .jpeg()
    .toBuffer();
}, 120_000);
afterAll(async () => {
  await api?.end('SIGKILL');
  await server?.stop();
});

interface Answer {
  status: number;
  code: string | undefined;
  retryAfter: string | null;
}

const BUSY: Answer = { status: 503, code: 'photo.busy', retryAfter: '5' };

async function putPhoto(person: TestPerson, bytes: Buffer, signal?: AbortSignal): Promise<Answer> {
  const form = new FormData();
  form.append('photo', new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' }));
  const response = await fetch(`${api.origin}/api/photo/${person.id}`, {
    method: 'PUT',
    headers: person.headers,
    body: form,
    ...(signal && { signal }),
  });
  const body = (await response.json()) as { code?: string };
  return { status: response.status, code: body.code, retryAfter: response.headers.get('retry-after') };
}

async function visit(path = '/api/user'): Promise<number> {
  const response = await fetch(`${api.origin}${path}`, { headers: visitor.headers });
  await response.arrayBuffer();
  return response.status;
}

/** Peak resident memory of the web server in MiB; 0 if it cannot be read. */
async function mostMemory(): Promise<number> {
  const status = await readFile(`/proc/${api.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
}

/** Ids of the decoder processes of this server. */
const decoders = () => runningPrograms('decode-picture.process', server.dataDir);

/** Waits for a decoder process and suspends it. @returns its id, for SIGCONT */
async function stoppedDecoder(): Promise<number> {
  const pid = await vi.waitFor(
    async () => {
      const [found] = await decoders();
      if (!found) throw new Error('no picture is being decoded');
      return found;
    },
    { timeout: 30_000, interval: 50 },
  );
  process.kill(pid, 'SIGSTOP');
  return pid;
}

if (BENCH_SECONDS === 0) {
  // Suspends a decoder to test what happens while a picture is decoded, which needs /proc.
  const onLinux = test.skipIf(process.platform !== 'linux');

  onLinux(
    '[API-22] with nine concurrent pictures the ninth is rejected as busy, the others are saved, and other requests are not delayed',
    { timeout: 120_000 },
    async () => {
      await putPhoto(visitor, good);
      const idle = await mostMemory();
      const [first, ...others] = people as [TestPerson, ...TestPerson[]];
      const large = putPhoto(first, hostile);
      const decoder = await stoppedDecoder();
      const leave = new AbortController();
      const answers: Answer[] = [];
      // Only two of them wait for the result: on a busy machine, the last of eight could exceed the maximum waiting
      // time.
      const sent = Promise.allSettled(
        others.map((person, index) =>
          putPhoto(person, good, index < 2 ? undefined : leave.signal).then((answer) => answers.push(answer)),
        ),
      );
      await expect.poll(() => answers, { timeout: 30_000 }).toEqual([BUSY]);
      for (const path of ['/api/user', '/health/ready', '/api/prompt', '/api/user'])
        expect(await visit(path), path).toBe(200);
      // Eight pictures are still waiting, so these requests did not wait for them.
      expect(answers).toHaveLength(1);
      leave.abort();
      process.kill(decoder, 'SIGCONT');
      expect(await large).toMatchObject({ status: 200 });
      await sent;
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
      expect(answers.filter(({ status }) => status !== 200)).toEqual([BUSY]);
      expect((await mostMemory()) - idle).toBeLessThan(GROWTH_MIB);
      expect(await putPhoto(first, good)).toMatchObject({ status: 200 });
    },
  );

  onLinux(
    '[API-22] a killed decoder gives a temporary error, a damaged picture a permanent one',
    { timeout: 120_000 },
    async () => {
      const person = people[0] as TestPerson;
      const answer = putPhoto(person, hostile);
      process.kill(await stoppedDecoder(), 'SIGKILL');
      expect(await answer).toEqual(BUSY);
      expect(await putPhoto(person, good.subarray(0, 500))).toMatchObject({ status: 415, code: 'photo.unreadable' });
      expect(await putPhoto(person, good)).toMatchObject({ status: 200 });
    },
  );

  onLinux('[API-22] a client that disconnects does not keep a decoder busy', { timeout: 120_000 }, async () => {
    const leave = new AbortController();
    const answer = putPhoto(people[0] as TestPerson, hostile, leave.signal);
    const decoder = await stoppedDecoder();
    leave.abort();
    await expect(answer).rejects.toThrow();
    // The decoder gets SIGTERM, which is delivered after SIGCONT.
    process.kill(decoder, 'SIGCONT');
    await expect.poll(decoders, { timeout: 30_000 }).toEqual([]);
  });
} else {
  test(`[API-22] benchmark: eight clients send pictures of ${MEGAPIXELS} megapixels for ${BENCH_SECONDS} s`, {
    timeout: 120_000 + 4_000 * BENCH_SECONDS,
  }, async () => {
    await measure(2_000);
    const quiet = await measure(BENCH_SECONDS * 1000);
    const idle = await mostMemory();
    const end = new AbortController();
    const answers = new Map<number, number>();
    const attackers = people.slice(0, 8).map(async (person) => {
      while (!end.signal.aborted) {
        const { status } = await putPhoto(person, hostile);
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status === 503) await delay(100);
      }
    });
    const attacked = await measure(BENCH_SECONDS * 1000);
    end.abort();
    await Promise.all(attackers);
    console.log(
      `p95 of GET /api/user: quiet ${quiet} ms, with eight attackers ${attacked} ms (${(attacked / quiet).toFixed(1)} times); ` +
        `memory of the web server: ${idle} MiB before, at most ${await mostMemory()} MiB; ` +
        `answers to the attackers: ${JSON.stringify(Object.fromEntries(answers))}`,
    );
    expect(answers.size).toBeGreaterThan(0);
  });
}

/** The 95th percentile of the duration of GET /api/user, in milliseconds, measured for this time. */
async function measure(ms: number): Promise<number> {
  const times: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const began = performance.now();
    expect(await visit()).toBe(200);
    times.push(performance.now() - began);
    await delay(20);
  }
  times.sort((a, b) => a - b);
  return Math.round(times[Math.floor(times.length * 0.95)] ?? 0);
}
