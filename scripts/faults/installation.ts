import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@kinreel/embedded-postgres';
import getPort from 'get-port';
import { startLocalServices } from '../../apps/server/src/app/local-services.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { LEAN_PROCESS } from '../../apps/server/src/platform/system/process.ts';
import { findPostmaster } from '../../packages/embedded-postgres/src/postmaster.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** The processes of an installation, with an optional second web server and second worker. */
export type ProcessName = 'identity' | 'api' | 'api2' | 'worker' | 'worker2';

/** Kinreel as separate processes, as in production. Each can be started and stopped on its own. */
export interface Installation {
  /** Address of the first web server; `origin2` is the second one. */
  origin: string;
  origin2: string;
  dataDir: string;
  /** Starts a process, and waits until it listens. */
  start(name: ProcessName, extra?: NodeJS.ProcessEnv): Promise<void>;
  /** Sends a signal, and waits until the process has ended. */
  end(name: ProcessName, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Processes that crashed, with their exit codes. */
  crashed: string[];
  /** PostgreSQL with fsync. Its address does not change while it is stopped. */
  database: {
    kill(): Promise<void>;
    /** Whether it crashed. */
    isLost(): boolean;
    stop(): Promise<void>;
    start(): Promise<void>;
  };
  /** Stops everything and deletes the data. */
  remove(): Promise<void>;
}

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

const FILES: Record<ProcessName, string> = {
  identity: fileURLToPath(import.meta.resolve('@kinreel/identity/main')),
  api: join(root, 'apps/server/src/api.ts'),
  api2: join(root, 'apps/server/src/api.ts'),
  worker: join(root, 'apps/server/src/worker.ts'),
  worker2: join(root, 'apps/server/src/worker.ts'),
};

/** Without rate limits, because many people sign up from one address. */
export const UNLIMITED = { RATE_LIMIT: 'off' };

/**
 * Creates an installation with a running database; `start` starts its processes.
 * @param disk size of a separate disk for all data, in MiB; requires root
 */
export async function createInstallation(settings: NodeJS.ProcessEnv = {}, disk?: number): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinreel-faults-'));
  if (disk) await run('mount', ['-t', 'tmpfs', '-o', `size=${disk}m`, 'tmpfs', dataDir]);
  // As root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(dataDir, 0o755);
  const [port, port2] = [await getPort({ host: '127.0.0.1' }), await getPort({ host: '127.0.0.1' })];
  const origin = `http://127.0.0.1:${port}`;
  const proxy = await startTcpProxy();
  let isLost = false;
  const startDatabase = async (): Promise<EmbeddedPostgres> => {
    const started = await startEmbeddedPostgres({ dataDir });
    proxy.target(started.port);
    isLost = false;
    started.lost.then(() => {
      isLost = true;
    });
    return started;
  };
  let postgres = await startDatabase();
  const databaseUrl = new URL(postgres.url());
  databaseUrl.port = String(proxy.port);
  // Use TCP instead of the Unix socket.
  databaseUrl.search = '';

  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const environment = {
    PATH,
    HOME,
    NODE_COMPILE_CACHE,
    ...UNLIMITED,
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl.href,
    ...settings,
  };
  const { env, identityEnv } = await startLocalServices(readConfig(environment), environment);
  const environments: Record<ProcessName, NodeJS.ProcessEnv> = {
    identity: identityEnv ?? {},
    api: env,
    api2: { ...env, PORT: String(port2) },
    worker: env,
    worker2: env,
  };

  const running = new Map<ProcessName, ChildProcess>();
  const crashed: string[] = [];
  async function end(name: ProcessName, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = running.get(name);
    if (!child) return;
    running.delete(name);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }
  return {
    origin,
    origin2: `http://127.0.0.1:${port2}`,
    dataDir,
    crashed,
    end,
    async start(name, extra = {}) {
      const child = fork(FILES[name], {
        env: { ...LEAN_PROCESS.env, ...environments[name], ...extra },
        execArgv: [...LEAN_PROCESS.execArgv],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      running.set(name, child);
      child.on('exit', (code, signal) => {
        if (running.get(name) === child) crashed.push(`${name} (${signal ?? code})`);
      });
      const exit = once(child, 'exit').then(([code]) => {
        throw new Error(`${name} exited during startup with code ${code}`);
      });
      exit.catch(() => {});
      await Promise.race([once(child, 'message'), exit]);
    },
    database: {
      async kill() {
        // Only the main process, like the kernel's out-of-memory killer. PostgreSQL's other processes then exit.
        const postmaster = findPostmaster(join(dataDir, 'postgres'));
        if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
        await postgres.lost;
      },
      isLost: () => isLost,
      stop: () => postgres.stop(),
      async start() {
        postgres = await startDatabase();
      },
    },
    async remove() {
      for (const name of [...running.keys()]) await end(name, 'SIGKILL');
      await postgres.stop();
      await proxy.close();
      // PostgreSQL's processes may still be writing files.
      await sleep(100);
      if (disk) await run('umount', ['--lazy', dataDir]);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
