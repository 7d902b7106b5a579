import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequest, HttpConnection, openConnections } from '../support/http-connection.ts';
import { FILE_BYTES, storeLargeVideo } from '../support/large-video.ts';
import { percentile, type Repetition, repeatable } from '../support/measure.ts';
import { startNginx } from '../support/nginx.ts';
import { atRate, highestOf } from '../support/rate.ts';
import type { Row } from '../support/row.ts';
import { nameOf } from '../support/seed.ts';
import { CALLER, PREFIX, SHARED_WITH_ME, VIDEOS_OF_PERSON } from '../support/statements.ts';
import type { World } from '../support/world.ts';

const KIB = 1024;

/** Mixed traffic: what people do all day, each with its share of the requests. */
const RATE = 1000;

/** Connections of the mixed traffic, as a reverse proxy keeps them. */
const CONNECTIONS = 128;

/** Limit for the p99 of the mixed traffic, in milliseconds. */
const P99_MS = 50;

/** Request rates to try, per second. */
const RATES = Array.from({ length: 15 }, (_, n) => 100 * (n + 1));

/** Prepares the mixed traffic for Kinreel and the equivalent statements. */
async function prepareTraffic(world: World) {
  const { database, viewer, owners, people } = world;
  const path = await storeLargeVideo(world);
  const connections = await openConnections(world.kinreel.origin, CONNECTIONS);
  const free = [...connections];
  const random = repeatable(6);
  const pick = () => {
    const kind = random();
    const owner = owners[Math.floor(random() * owners.length)] ?? '';
    if (kind < 0.5)
      return { path: `/api/video/user/${owner}`, statement: VIDEOS_OF_PERSON, values: [viewer.user.id, owner] };
    if (kind < 0.7) return { path: '/api/user', statement: CALLER, values: ['', ''] };
    if (kind < 0.8) return { path: '/api/video/sharedwithme', statement: SHARED_WITH_ME, values: [viewer.user.id] };
    if (kind < 0.9) {
      const text = nameOf(Math.floor(random() * people)).first.toLowerCase();
      const values = [viewer.user.id, text, `${text}\u{10ffff}`];
      return { path: `/api/search?q=${text}`, statement: PREFIX, values };
    }
    return { path: `/media${path}`, statement: CALLER, values: ['', ''] };
  };
  const get = async () => {
    const { path } = pick();
    const range = { range: `bytes=0-${64 * KIB - 1}` };
    const connection = free.pop();
    if (!connection) throw new Error('no connection');
    const headers = path.startsWith('/media') ? { ...viewer.headers, ...range } : viewer.headers;
    // A broken connection counts as one failure and is reopened, as a proxy does.
    const { status } = await connection.get(getRequest(path, headers)).catch(async (error) => {
      connection.close();
      free.push(await HttpConnection.open(world.kinreel.origin));
      throw error;
    });
    free.push(connection);
    if (status >= 300) throw new Error(`${path}: ${status}`);
  };
  const query = () => {
    const { statement, values } = pick();
    return database.query({ ...statement, values });
  };
  return {
    get,
    query,
    async end() {
      for (const connection of connections) connection.close();
    },
  };
}

/** The p99 at a given rate. */
async function measureAt(rate: number, seconds: number, work: () => Promise<unknown>): Promise<Repetition> {
  const { times, failed, late } = await atRate({ rate, seconds, parallel: CONNECTIONS, work });
  return { value: percentile(times, 0.99), actions: times.length, errors: failed, late };
}

const mixed: Row = {
  name: `mixed traffic, ${RATE.toLocaleString('en-US')} requests a second, p99`,
  limit: 'the statements alone, p99',
  unit: 'ms',
  goal: { value: P99_MS },
  repetitions: 3,
  async prepare(world) {
    const seconds = world.quick ? 4 : 30;
    const { get, query, end } = await prepareTraffic(world);
    return { kinreel: () => measureAt(RATE, seconds, get), limit: () => measureAt(RATE, seconds, query), end };
  },
};

const highestRate: Row = {
  name: `mixed traffic, the highest rate with a p99 below ${P99_MS} ms`,
  limit: 'the statements alone',
  unit: '/s',
  goal: null,
  repetitions: 3,
  async prepare(world) {
    const seconds = world.quick ? 1 : 5;
    const { get, query, end } = await prepareTraffic(world);
    const measure = async (work: () => Promise<unknown>): Promise<Repetition> => {
      const tried: Repetition[] = [];
      const value = await highestOf(RATES, async (rate) => {
        const one = await measureAt(rate, seconds, work);
        tried.push(one);
        return one.value < P99_MS && !one.errors && !one.late;
      });
      return { value, actions: tried.reduce((sum, { actions }) => sum + actions, 0) };
    };
    return { kinreel: () => measure(get), limit: () => measure(query), end };
  },
};

/** Four seconds of a video of 1 Mbit/s, the amount that a player requests at a time. */
const SEGMENT_BYTES = 512 * KIB;
const SEGMENT_MS = 4_000;

const LIMIT_SECONDS = 60;

const viewers: Row = {
  name: 'many viewers of one video, first byte, p95',
  limit: 'nginx, sendfile, p95',
  unit: 'ms',
  goal: { value: 200 },
  repetitions: 1,
  async prepare(world) {
    const [count, seconds] = world.quick ? [300, 8] : [1500, 300];
    const path = await storeLargeVideo(world);
    const nginx = await startNginx(join(world.kinreel.dataDir, 'media/objects'));
    const cookie = await world.mediaCookie();
    const measure = async (origin: string, path: string, seconds: number): Promise<Repetition> => {
      const firstBytes: number[] = [];
      let errors = 0;
      const end = performance.now() + seconds * 1000;
      const watch = async (viewer: number) => {
        await delay((viewer / count) * SEGMENT_MS);
        const connection = await HttpConnection.open(origin);
        for (let segment = viewer; performance.now() < end; segment += 1) {
          const due = performance.now() + SEGMENT_MS;
          const first = (segment * SEGMENT_BYTES) % FILE_BYTES;
          const range = `bytes=${first}-${first + SEGMENT_BYTES - 1}`;
          const { status, firstByte } = await connection.get(getRequest(path, { cookie, range }));
          if (status === 206) firstBytes.push(firstByte);
          else errors += 1;
          await delay(Math.max(0, Math.min(due, end) - performance.now()));
        }
        connection.close();
      };
      const watched = Array.from({ length: count }, (_, viewer) => watch(viewer).catch(() => (errors += 1)));
      await Promise.all(watched);
      return { value: percentile(firstBytes, 0.95), actions: firstBytes.length, errors };
    };
    return {
      kinreel: () => measure(world.kinreel.origin, `/media${path}`, seconds),
      // The limit is constant, so a shorter run is enough.
      limit: nginx && (() => measure(nginx.origin, path, Math.min(seconds, LIMIT_SECONDS))),
      end: async () => nginx?.stop(),
    };
  },
};

export const crowds: Row[] = [mixed, highestRate, viewers];
