import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../api-process.ts';
import { interlacedPng } from '../hostile-png.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../index.ts';
import { mediaBytes } from '../media-files.ts';
import { describeWithFfmpeg } from '../media-tools.ts';
import { storedVideo } from '../stored-video.ts';

/** Seconds of each measurement: short in the test, longer in `npm run bench:attackers`. */
const SECONDS = Number(process.env.ATTACK_SECONDS || 1);
const IS_BENCH = SECONDS > 1;

/** ATTACK_WITH selects attacks (photos, videos, bodies, streams), to measure them separately. */
const isUsed = (attack: string) => (process.env.ATTACK_WITH ?? attack).includes(attack);

const ATTACKERS = IS_BENCH ? 8 : 2;

/** Open connections per attacker: bodies that never end, and event streams. */
const SLOW_BODIES = 20;
const STREAMS = 30;

describeWithFfmpeg('concurrent attackers', { timeout: 120_000 + SECONDS * 10_000 }, () => {
  let server: TestServer;
  let api: ApiProcess;
  let attackers: TestPerson[];
  let visitor: TestPerson;
  let videoId: string;
  let bomb: Buffer;
  let broken: Buffer;
  let endWorker: () => Promise<void>;

  beforeAll(async () => {
    server = await startTestServer({ LOG_LEVEL: 'silent' });
    const [first, ...others] = await Promise.all(Array.from({ length: ATTACKERS + 1 }, () => loginAs(server)));
    visitor = first as TestPerson;
    attackers = others;
    videoId = await storedVideo(server, visitor.id);
    api = await startApiProcess(server);
    bomb = interlacedPng(IS_BENCH ? 6_200 : 1_000);
    // Starts like a video, so it is accepted, but is not playable.
    broken = Buffer.from(await mediaBytes('clip.mp4'));
    broken.fill(0xff, Math.floor(broken.length / 3), Math.floor(broken.length / 2));
    const worker = fork(join(import.meta.dirname, '../../worker.ts'), {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: server.deps.config.databaseUrl ?? '',
        DATA_DIR: server.dataDir,
        APP_SECRET: server.deps.appSecret,
        PUBLIC_URL: server.deps.config.publicUrl,
        LOG_LEVEL: 'silent',
        IDENTITY_INTERNAL_URL: server.deps.config.identity.internalUrl ?? '',
      },
      execArgv: [],
    });
    endWorker = async () => {
      const gone = once(worker, 'exit');
      worker.kill('SIGKILL');
      await gone;
    };
  }, 120_000);
  afterAll(async () => {
    await endWorker?.();
    await api?.end('SIGKILL');
    await server?.stop();
  });

  const answers = new Map<string, number>();
  const count = (what: string) => answers.set(what, (answers.get(what) ?? 0) + 1);

  async function sendFile(person: TestPerson, kind: 'photo' | 'video', bytes: Buffer): Promise<void> {
    const form = new FormData();
    if (kind === 'video') form.append('prompt', '1');
    form.append(kind, new File([new Uint8Array(bytes)], 'a.bin'));
    const [method, path] = kind === 'photo' ? ['PUT', `/api/photo/${person.id}`] : ['POST', '/api/video'];
    const response = await fetch(`${api.origin}${path}`, { method, headers: person.headers, body: form });
    await response.arrayBuffer();
    count(`${kind} ${response.status}`);
    if (response.status >= 429) await delay(1_000);
  }

  /** A body with one byte per second, until the server closes the connection. */
  async function slowBody(person: TestPerson, end: AbortSignal): Promise<void> {
    const socket = connect(Number(new URL(api.origin).port), '127.0.0.1');
    socket.on('error', () => {});
    const closed = once(socket, 'close');
    socket.resume();
    socket.write(
      `PUT /api/banner/ HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${person.token}\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n`,
    );
    const drip = setInterval(() => socket.write(' '), 1_000);
    const stop = () => socket.destroy();
    end.addEventListener('abort', stop);
    await closed;
    end.removeEventListener('abort', stop);
    clearInterval(drip);
    count('slow body closed');
  }

  async function eventStream(person: TestPerson, end: AbortSignal): Promise<void> {
    const response = await fetch(`${api.origin}/api/events`, { headers: person.headers, signal: end });
    count(`events ${response.status}`);
    // Reopened after a while: the test is about the number of open streams, not about a flood of requests.
    await delay(2_000, undefined, { signal: end }).catch(() => {});
    await response.body?.cancel();
  }

  /** Runs all attacks repeatedly, until the end. */
  function attack(person: TestPerson, end: AbortSignal): Promise<unknown> {
    const again = async (work: () => Promise<void>) => {
      while (!end.aborted) {
        await work().catch((error) => {
          if (!end.aborted) throw error;
        });
      }
    };
    return Promise.all([
      ...(isUsed('photos') ? [again(() => sendFile(person, 'photo', bomb))] : []),
      ...(isUsed('videos') ? [again(() => sendFile(person, 'video', broken))] : []),
      ...Array.from({ length: isUsed('bodies') ? SLOW_BODIES : 0 }, () => again(() => slowBody(person, end))),
      ...Array.from({ length: isUsed('streams') ? STREAMS : 0 }, () => again(() => eventStream(person, end))),
    ]);
  }

  /** Milliseconds until the person's profile is loaded, and until the first byte of a video. */
  async function visit(): Promise<{ user: number; media: number }> {
    const began = performance.now();
    const profile = await fetch(`${api.origin}/api/user`, { headers: visitor.headers });
    await profile.arrayBuffer();
    const between = performance.now();
    const media = await fetch(`${api.origin}/media/videos/${videoId}/playback`, { headers: visitor.headers });
    await media.body?.getReader().read();
    const ended = performance.now();
    expect([profile.status, media.status]).toEqual([200, 200]);
    return { user: between - began, media: ended - between };
  }

  async function measure(): Promise<Record<'user' | 'media', { p50: number; p95: number }>> {
    const times: { user: number; media: number }[] = [];
    for (const end = performance.now() + SECONDS * 1_000; performance.now() < end; ) {
      times.push(await visit());
      await delay(20);
    }
    const at = (kind: 'user' | 'media', share: number) => {
      const sorted = times.map((time) => time[kind]).sort((a, b) => a - b);
      return sorted[Math.floor(sorted.length * share)] ?? 0;
    };
    return {
      user: { p50: at('user', 0.5), p95: at('user', 0.95) },
      media: { p50: at('media', 0.5), p95: at('media', 0.95) },
    };
  }

  test('[API-25] pictures, slow bodies, event streams and broken uploads do not block other people', async () => {
    await measure();
    const quiet = await measure();
    const end = new AbortController();
    const attacks = Promise.all(attackers.map((person) => attack(person, end.signal)));
    // Until all attacks are running.
    await delay(IS_BENCH ? 3_000 : 500);
    const attacked = await measure();
    end.abort();
    await attacks;
    for (const [kind, name] of [
      ['user', 'GET /api/user'],
      ['media', 'first byte of a video'],
    ] as const) {
      for (const p of ['p50', 'p95'] as const) {
        const [before, during] = [quiet[kind][p], attacked[kind][p]];
        console.info(
          `${name}, ${p}: quiet ${before.toFixed(0)} ms, attacked ${during.toFixed(0)} ms (${(during / before).toFixed(1)} times)`,
        );
      }
    }
    console.info(`answers to the attackers: ${JSON.stringify(Object.fromEntries([...answers].sort()))}`);
    const statuses = [...answers.keys()].map((name) => Number(/\d{3}$/.exec(name)?.[0] ?? 0));
    // A busy response is allowed, a server error is not.
    expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
    if (isUsed('streams')) expect(answers.get('events 429')).toBeGreaterThan(0);
    if (!IS_BENCH) return;
    expect.soft(attacked.user.p95, 'p95 of GET /api/user').toBeLessThan(200);
    expect.soft(attacked.media.p95, 'p95 of the first byte').toBeLessThan(200);
  });
});
