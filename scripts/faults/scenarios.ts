import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { createBucket } from '../../apps/server/src/testing/s3-bucket.ts';
import { s3SkipReason, startS3Server } from '../../apps/server/src/testing/s3-server.ts';
import { createInstallation, type Installation, type ProcessName } from './installation.ts';
import { emptyResult, type LoadResult, startLoad } from './load.ts';
import { type ProxyMode, startTcpProxy } from './tcp-proxy.ts';

/** The result of one kind of fault. */
export interface Outcome extends LoadResult {
  /** Seconds from each fault until a write and a read succeeded. */
  recovery: number[];
  /** Processes that crashed. */
  crashed: string[];
}

/** One kind of fault. */
export interface Scenario {
  name: string;
  /** Number of faults in the full and in the short run. The short run omits kills that other tests cover. */
  times: number;
  timesQuick: number;
  /** Why it cannot run on this machine; null if it can. */
  missing?: () => string | null;
  /** Injects one fault per round. */
  run(rounds: Iterable<number>): Promise<Outcome>;
}

const ALL: readonly ProcessName[] = ['identity', 'api', 'worker'];

/** Maximum pause between two faults, in milliseconds. Random, so that faults hit the load at any moment. */
const PAUSE_MS = 1_500;

/** Shared by all faults with default settings, because starting one takes longer than most faults. */
let common: Installation | null = null;

/** Removes the shared installation. Call it after the last fault. */
export async function removeCommonInstallation(): Promise<void> {
  await common?.remove();
  common = null;
}

async function startInstallation(settings?: NodeJS.ProcessEnv, disk?: number): Promise<Installation> {
  const installation = await createInstallation(settings, disk);
  try {
    for (const name of ALL) await installation.start(name);
  } catch (error) {
    await installation.remove();
    throw error;
  }
  return installation;
}

/** Injects a fault repeatedly into an installation under load. */
async function underLoad(
  rounds: Iterable<number>,
  inject: (installation: Installation, round: number) => Promise<void>,
  own?: { settings?: NodeJS.ProcessEnv; disk?: number },
): Promise<Outcome> {
  const installation = own ? await startInstallation(own.settings, own.disk) : (common ?? (await startInstallation()));
  if (!own) common = installation;
  try {
    const load = await startLoad([installation.origin]);
    const recovery: number[] = [];
    for (const round of rounds) {
      await sleep(randomInt(PAUSE_MS));
      const from = performance.now();
      await inject(installation, round);
      await load.recovered();
      recovery.push((performance.now() - from) / 1000);
    }
    return { ...(await load.finish()), recovery, crashed: installation.crashed.splice(0) };
  } finally {
    if (own) await installation.remove();
  }
}

const killed = (name: ProcessName) => (rounds: Iterable<number>) =>
  underLoad(rounds, async (installation) => {
    await installation.end(name, 'SIGKILL');
    await installation.start(name);
  });

/** All faults, in the order of the table. */
export const SCENARIOS: readonly Scenario[] = [
  { name: 'web server: kill -9', times: 200, timesQuick: 2, run: killed('api') },
  { name: 'worker: kill -9', times: 100, timesQuick: 0, run: killed('worker') },
  { name: 'identity service: kill -9', times: 50, timesQuick: 0, run: killed('identity') },
  {
    name: 'PostgreSQL: kill -9, with fsync',
    times: 50,
    timesQuick: 1,
    run: (rounds) =>
      underLoad(rounds, async ({ database }) => {
        await database.kill();
        await database.start();
      }),
  },
  {
    name: 'PostgreSQL: restart',
    times: 50,
    timesQuick: 1,
    run: (rounds) =>
      underLoad(rounds, async ({ database }) => {
        await database.stop();
        await database.start();
      }),
  },
  {
    name: 'disk full',
    times: 20,
    timesQuick: 0,
    missing: () => (process.getuid?.() === 0 ? null : 'creating a small disk requires root'),
    run: (rounds) => underLoad(rounds, fillDisk, SMALL_DISK),
  },
  {
    name: 'S3 store: refuses, disconnects, hangs',
    times: 50,
    timesQuick: 0,
    missing: s3SkipReason,
    run: interruptStore,
  },
  {
    name: 'identity service: clock five minutes off',
    times: 2,
    timesQuick: 0,
    run: (rounds) => underLoad(rounds, setClock, {}),
  },
  { name: 'five processes start on an empty database', times: 10, timesQuick: 0, run: startTogether },
  {
    name: 'rolling restart behind nginx',
    times: 10,
    timesQuick: 0,
    missing: () => (existsSync(NGINX) ? null : 'nginx is not installed'),
    run: rollingRestart,
  },
];

/** A small disk with a small reserve for the database. */
const SMALL_DISK = { disk: 512, settings: { DISK_RESERVE_BYTES: String(64 * 1024 * 1024) } };

/** Restarts the identity service with a clock that is five minutes ahead or behind. */
async function setClock(installation: Installation, round: number): Promise<void> {
  await installation.end('identity', 'SIGTERM');
  const shift = round % 2 === 0 ? 300_000 : -300_000;
  const clock = join(import.meta.dirname, 'shift-clock.mjs');
  await installation.start('identity', { NODE_OPTIONS: `--import ${clock}`, SHIFT_CLOCK_MS: String(shift) });
  await sleep(2 * PAUSE_MS);
}

/** Fills the disk for a while. */
async function fillDisk({ dataDir, database }: Installation): Promise<void> {
  const filler = join(dataDir, 'filler');
  const { bavail, bsize } = await statfs(dataDir);
  const file = await open(filler, 'w');
  const block = Buffer.alloc(1024 * 1024);
  // Until not even one more block can be written.
  for (let written = 0; written <= bavail * bsize; written += block.length) {
    if (!(await file.write(block).catch(() => null))) break;
  }
  await file.close();
  await sleep(2 * PAUSE_MS);
  await rm(filler);
  if (database.isLost()) await database.start();
}

/** How a connection fails. */
const FAILURES: readonly ProxyMode[] = ['refusing', 'breaking', 'hanging'];

const failureOf = (round: number): ProxyMode => FAILURES[round % FAILURES.length] ?? 'refusing';

/** Makes the S3 store unavailable for some seconds. */
async function interruptStore(rounds: Iterable<number>): Promise<Outcome> {
  const store = await startS3Server();
  const proxy = await startTcpProxy(Number(new URL(store.endpoint).port));
  try {
    const { env } = await createBucket(store);
    const settings = { ...env, S3_ENDPOINT: `http://127.0.0.1:${proxy.port}` };
    const interrupt = async (_: Installation, round: number) => {
      proxy.set(failureOf(round));
      await sleep(2 * PAUSE_MS);
      proxy.set('open');
    };
    return await underLoad(rounds, interrupt, { settings });
  } finally {
    await proxy.close();
    await store.stop();
  }
}

/** Starts two web servers, two workers and the identity service at the same time, as after a power cut. */
async function startTogether(rounds: Iterable<number>): Promise<Outcome> {
  const total: Outcome = {
    ...emptyResult(),
    recovery: [],
    crashed: [],
  };
  for (const _ of rounds) {
    const installation = await createInstallation();
    try {
      const from = performance.now();
      await Promise.all(
        (['api', 'api2', 'worker', 'worker2', 'identity'] as const).map((name) => installation.start(name)),
      );
      const load = await startLoad([installation.origin, installation.origin2]);
      await load.recovered();
      total.recovery.push((performance.now() - from) / 1000);
      add(total, await load.finish());
      total.crashed.push(...installation.crashed);
    } finally {
      await installation.remove();
    }
  }
  return total;
}

function add(total: Outcome, one: LoadResult): void {
  total.requests += one.requests;
  total.unanswered += one.unanswered;
  total.writes += one.writes;
  total.wrong.push(...one.wrong);
  total.lost.push(...one.lost);
  total.incomplete.push(...one.incomplete);
}

const NGINX = '/usr/sbin/nginx';

/** Restarts two web servers one after the other, as in an upgrade. */
async function rollingRestart(rounds: Iterable<number>): Promise<Outcome> {
  const port = await getPort({ host: '127.0.0.1' });
  const installation = await createInstallation({ PUBLIC_URL: `http://127.0.0.1:${port}` });
  const folder = await mkdtemp(join(tmpdir(), 'kinreel-nginx-'));
  const servers = ['api', 'api2'] as const;
  const upstreams = [installation.origin, installation.origin2].map((origin) => new URL(origin).host);
  await writeFile(join(folder, 'nginx.conf'), nginxConfig(port, upstreams, folder));
  const nginx = spawn(NGINX, ['-p', folder, '-c', 'nginx.conf', '-g', 'daemon off;'], { stdio: 'inherit' });
  try {
    await installation.start('identity');
    await installation.start('worker');
    for (const name of servers) await installation.start(name);
    const load = await startLoad([`http://127.0.0.1:${port}`]);
    const recovery: number[] = [];
    for (const _ of rounds) {
      for (const name of servers) {
        await sleep(randomInt(PAUSE_MS));
        const from = performance.now();
        await installation.end(name, 'SIGTERM');
        await installation.start(name);
        await load.recovered();
        recovery.push((performance.now() - from) / 1000);
      }
    }
    return { ...(await load.finish()), recovery, crashed: installation.crashed };
  } finally {
    const ended = once(nginx, 'exit');
    nginx.kill();
    await ended;
    await installation.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

function nginxConfig(port: number, upstreams: readonly string[], folder: string): string {
  return `
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream kinreel {
${upstreams.map((host) => `    server ${host} max_fails=1 fail_timeout=1s;`).join('\n')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    location / {
      proxy_pass http://kinreel;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host:$server_port;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_request_buffering off;
      proxy_next_upstream error timeout http_503;
    }
  }
}
`;
}
