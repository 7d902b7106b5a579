import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Video } from '@kinreel/contracts';
import getPort from 'get-port';
import { type ApiPerson, call, registerUnverified, uploadByApi } from '../e2e/support/api.ts';
import { withDatabase } from '../e2e/support/database.ts';
import { startKinreel, UNLIMITED } from '../e2e/support/kinreel.ts';
import { clipMp4 } from '../e2e/support/media.ts';
import { newPerson } from '../e2e/support/people.ts';
import { docs } from './support/docs.ts';
import { type CpuProfile, drawFlames } from './support/flames.ts';
import { getOk, getRequest, type HttpConnection, openConnections } from './support/http-connection.ts';
import { repeatFor } from './support/measure.ts';
import { findParts, workerCpuSeconds } from './support/processes.ts';

/**
 * `npm run bench:flame`: where the processor time of the API goes for two reads with 16 clients, as pictures in docs/flames. Two
 * people and three videos, made by the API only, so that it also works with an earlier state of the project:
 * `-- --root=../earlier --name=before`, where its packages are installed and its web app is built.
 */
const { values: options } = parseArgs({
  options: {
    root: { type: 'string', default: join(import.meta.dirname, '..') },
    name: { type: 'string', default: 'now' },
    seconds: { type: 'string', default: '10' },
  },
});
const CLIENTS = 16;
const VIDEOS = 3;

const inspectPort = await getPort({ host: '127.0.0.1' });
const root = resolve(options.root);
const kinreel = await startKinreel({ ...UNLIMITED, NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectPort}` }, root);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await kinreel.remove().catch(() => {});
    process.exit(1);
  });
}
try {
  const owner = await registerUnverified(kinreel.origin, newPerson('Olga'));
  const viewer = await registerUnverified(kinreel.origin, newPerson('Vera'));
  await confirmAddresses();
  await addVideos(owner);
  await waitForWorker();
  const reads = { person: '/api/user', videos: `/api/video/user/${owner.user.id}` };
  const connections = await openConnections(kinreel.origin, CLIENTS);
  const profiler = await openProfiler();
  await mkdir(join(docs, 'flames'), { recursive: true });
  for (const [name, path] of Object.entries(reads)) {
    const request = getRequest(path, viewer.headers);
    const read = (seconds: number) =>
      repeatFor(seconds, CLIENTS, (client) => getOk(connections[client] as HttpConnection, request));
    // Code is compiled meanwhile.
    await read(3);
    await profiler.send('Profiler.start');
    const { times } = await read(Number(options.seconds));
    const { profile } = (await profiler.send('Profiler.stop')) as { profile: CpuProfile };
    const title = `GET ${path.replace(owner.user.id, '{id}')}, ${CLIENTS} clients`;
    const { svg, busy } = drawFlames(profile, { root, title });
    const file = join(docs, 'flames', `${options.name}-${name}.svg`);
    await writeFile(file, svg);
    console.log(
      `${file}: ${times.length} requests, ${(busy / times.length).toFixed(3)} ms of processor time each, ${svg.length} bytes`,
    );
  }
  profiler.close();
  for (const connection of connections) connection.close();
} finally {
  await kinreel.remove();
}

/** As after the link in the mail: until then, the identity service is asked at each request. Early states have no such column. */
function confirmAddresses(): Promise<unknown> {
  return withDatabase(kinreel, async (database) => {
    const { rowCount } = await database.query(
      `select from information_schema.columns where table_name = 'users' and column_name = 'email_verified_at'`,
    );
    if (rowCount) await database.query('update users set email_verified_at = now()');
  });
}

/** Uploads videos that everybody may see, and waits until they are ready. */
async function addVideos(owner: ApiPerson): Promise<void> {
  const clip = new Blob([readFileSync(clipMp4())], { type: 'video/mp4' });
  for (let n = 0; n < VIDEOS; n += 1) {
    const { id } = await uploadByApi(kinreel.origin, owner, clip, 'answer.mp4');
    await call(kinreel.origin, owner, 'PUT', `/api/permission/${id}`, { permission: 'everyone' });
  }
  for (;;) {
    const videos = await call<Video[]>(kinreel.origin, owner, 'GET', '/api/video/userVideos');
    if (videos.some(({ status }) => status === 'failed')) throw new Error('A video could not be prepared');
    if (videos.every(({ status }) => status === 'ready')) return;
    await delay(500);
  }
}

/** Waits until the worker has made the other sizes: the API would wait for a processor. */
async function waitForWorker(): Promise<void> {
  for (let before = 0; ; await delay(2_000)) {
    const now = workerCpuSeconds(kinreel.dataDir);
    if (now - before < 0.1) return;
    before = now;
  }
}

/** Opens the debugger of the API process, which any Node process opens when it is asked by a signal. */
async function openProfiler() {
  process.kill(findParts(kinreel.dataDir).api, 'SIGUSR1');
  let targets: { webSocketDebuggerUrl: string }[] = [];
  for (let n = 0; targets.length === 0; n += 1) {
    if (n > 100) throw new Error('The debugger did not open');
    await delay(100);
    targets = await fetch(`http://127.0.0.1:${inspectPort}/json/list`).then(
      (answer) => answer.json() as Promise<typeof targets>,
      () => [],
    );
  }
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await new Promise((open, fail) => {
    socket.onopen = open;
    socket.onerror = fail;
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  let last = 0;
  const send = (method: string): Promise<unknown> =>
    new Promise((done) => {
      last += 1;
      waiting.set(last, done);
      socket.send(JSON.stringify({ id: last, method }));
    });
  await send('Profiler.enable');
  return { send, close: () => socket.close() };
}
