import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Account, canReach, chooseAccount, spawnOptions } from './account.ts';
import { findBinaries, USE_ANOTHER } from './binaries.ts';
import {
  clusterDir,
  locationFile,
  logFile,
  makeSharedDir,
  outsideClusterDir,
  passwordFile,
  SHARED_DIR,
} from './paths.ts';
import { disownStalePidFile, findPostmaster, type Postmaster } from './postmaster.ts';

export interface ClusterOptions {
  /** Absolute path without links of an existing folder. */
  dataDir: string;
  /** False for throw-away data: a power cut may then ruin the cluster. */
  fsync: boolean;
  maxConnections: number;
  log: (line: string) => void;
}

/** Milliseconds. Repairing itself after a power cut may take PostgreSQL minutes, nothing else does. */
const START_LIMIT = 10 * 60_000;

/** Milliseconds for the last sessions of a killed server to end. */
const LEFTOVER_LIMIT = 20_000;

/**
 * Makes the cluster if there is none, and starts PostgreSQL on it; one that is running on it already is adopted.
 * Only one process at a time may do this for a data folder (the watchdog's socket is the lock).
 */
export async function startCluster(options: ClusterOptions): Promise<Postmaster & { cluster: string }> {
  const { dataDir, log } = options;
  let cluster = clusterDir(dataDir);
  const account = chooseAccount(cluster);
  const native = await findBinaries(account);
  if (!existsSync(cluster)) {
    if (existsSync(locationFile(dataDir))) {
      throw new Error(
        `The database that ${locationFile(dataDir)} names is gone: ${cluster}. ` +
          `Bring it back, or remove that file to begin with an empty one.`,
      );
    }
    cluster = await createCluster(native, account, options);
  }
  if (!canReach(cluster, account)) {
    throw new Error(
      `PostgreSQL runs as the user ${account?.name ?? 'that started it'}, who cannot reach ${cluster}. ` +
        `Allow it with chmod o+x on the folders above, ${USE_ANOTHER}`,
    );
  }
  const running = await settle(cluster);
  if (running) {
    log('PostgreSQL was still running and is taken over.');
    return { ...running, cluster };
  }
  return { ...(await launch(native, account, cluster, options)), cluster };
}

/** A running PostgreSQL that is ready, after waiting for one that is just starting or stopping. */
async function settle(cluster: string): Promise<Postmaster | undefined> {
  for (const limit = Date.now() + START_LIMIT; ; await sleep(20)) {
    const postmaster = findPostmaster(cluster);
    if (!postmaster || postmaster.status === 'ready') return postmaster;
    if (Date.now() > limit) {
      throw new Error(`PostgreSQL (process ${postmaster.pid}) has been ${postmaster.status} for too long.`);
    }
  }
}

/** initdb into a folder beside the final one, whose rename marks it complete. */
async function createCluster(native: string, account: Account, options: ClusterOptions): Promise<string> {
  const { dataDir, fsync, log } = options;
  const outside = account !== undefined && !canReach(dataDir, account);
  const cluster = outside ? outsideClusterDir(dataDir) : join(dataDir, 'postgres');
  const unfinished = `${cluster}.new`;
  const password = await keepPassword(dataDir);
  const passwordCopy = `${cluster}.initdb-password`;
  if (outside) {
    makeSharedDir();
    if (!canReach(SHARED_DIR, account)) {
      throw new Error(
        `PostgreSQL runs as the user ${account.name}, who can reach neither ${dataDir} nor ${SHARED_DIR}. ` +
          `Put the data where others may go, start as an ordinary user, ${USE_ANOTHER}`,
      );
    }
    log(`The user ${account.name} cannot reach ${dataDir}; ${locationFile(dataDir)} names the database's place.`);
    // Left by a data folder that has been removed since; whoever removed it may still want it.
    if (existsSync(cluster)) await rename(cluster, `${cluster}.old-${Date.now()}`);
  }
  log(`Making a database in ${cluster}.`);
  // Another start may have been cut off in the middle of this.
  await rm(unfinished, { recursive: true, force: true });
  await rm(passwordCopy, { force: true });
  await mkdir(unfinished, { mode: 0o700 });
  try {
    await writeFile(passwordCopy, password, { mode: 0o600, flag: 'wx' });
    if (account) {
      await chown(unfinished, account.uid, account.gid);
      await chown(passwordCopy, account.uid, account.gid);
    }
    await promisify(execFile)(
      join(native, 'bin', 'initdb'),
      [
        `--pgdata=${unfinished}`,
        '--username=postgres',
        '--auth=scram-sha-256',
        `--pwfile=${passwordCopy}`,
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(fsync ? [] : ['--no-sync']),
      ],
      spawnOptions(account),
    );
  } finally {
    await rm(passwordCopy, { force: true });
  }
  await rename(unfinished, cluster);
  if (fsync) await syncFolder(dirname(cluster));
  if (outside) await writeDurably(locationFile(dataDir), `${cluster}\n`);
  return cluster;
}

/** The password made for this data folder, or a new one: 256 bits that need no escaping in a URL. */
async function keepPassword(dataDir: string): Promise<string> {
  const file = passwordFile(dataDir);
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(32).toString('base64url');
  await writeDurably(file, `${password}\n`);
  return password;
}

async function writeDurably(file: string, content: string): Promise<void> {
  const unfinished = `${file}.part`;
  await writeFile(unfinished, content, { mode: 0o600, flush: true });
  await rename(unfinished, file);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

async function launch(native: string, account: Account, cluster: string, options: ClusterOptions): Promise<Postmaster> {
  const leftoverLimit = Date.now() + LEFTOVER_LIMIT;
  for (;;) {
    disownStalePidFile(cluster);
    const logStart = (await stat(logFile(options.dataDir))).size;
    const port = await freePort();
    const child = spawn(join(native, 'bin', 'postgres'), ['-D', cluster, ...settings(port, options)], {
      ...spawnOptions(account),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const started = await ready(child, cluster, options.log);
    if (started) return started;
    const report = (await readFile(logFile(options.dataDir))).subarray(logStart).toString('utf8').trim();
    const leftover = report.includes('pre-existing shared memory block') && Date.now() < leftoverLimit;
    // Somebody else may take the port between our look and PostgreSQL's.
    if (leftover || report.includes('could not bind')) {
      await sleep(leftover ? 200 : 0);
      continue;
    }
    throw new Error(`PostgreSQL did not start on ${cluster}:\n${report.slice(-2000)}`);
  }
}

/** Resolves when PostgreSQL takes connections, with undefined when it ended instead. */
async function ready(child: ChildProcess, cluster: string, log: (line: string) => void) {
  const gone = once(child, 'exit').catch((error: unknown) => {
    throw new Error(`PostgreSQL cannot be run: ${error instanceof Error ? error.message : error}`);
  });
  const limit = Date.now() + START_LIMIT;
  let sayAt = Date.now() + 5_000;
  for (;;) {
    const ended = await Promise.race([gone.then(() => true), sleep(10, false)]);
    if (ended) return undefined;
    const postmaster = findPostmaster(cluster);
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready') return postmaster;
    if (Date.now() > limit) throw new Error('PostgreSQL took too long to start.');
    if (Date.now() > sayAt) {
      sayAt = Number.POSITIVE_INFINITY;
      log('PostgreSQL is putting its data in order; this may take a moment.');
    }
  }
}

/** For a small machine that runs everything else too. Log lines leave out the values of rows. */
function settings(port: number, { fsync, maxConnections }: ClusterOptions): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: maxConnections,
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse',
    ...(!fsync && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free TCP port.');
  return address.port;
}
