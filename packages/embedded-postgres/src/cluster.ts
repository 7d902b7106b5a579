import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { type Account, canReach, chooseAccount, spawnOptions } from './account.ts';
import { EXTERNAL_DATABASE_HINT, findBinaries } from './binaries.ts';
import {
  clusterDir,
  locationFile,
  logFile,
  makeSharedDir,
  outsideClusterDir,
  passwordFile,
  SHARED_DIR,
} from './paths.ts';
import { findPostmaster, isReady, type Postmaster, replaceStalePid, socketName } from './postmaster.ts';

export interface ClusterOptions {
  /** Existing folder, as an absolute path without symbolic links. */
  dataDir: string;
  /** False for temporary data: a power cut may then corrupt the cluster. */
  fsync: boolean;
  maxConnections: number;
  log: (line: string) => void;
}

/** In milliseconds. Crash recovery may take minutes; any other start is fast. */
const START_TIMEOUT_MS = 10 * 60_000;

/** How long to wait for the last sessions of a killed server to end, in milliseconds. */
const LEFTOVER_TIMEOUT_MS = 20_000;

/**
 * Creates the cluster if there is none, and starts PostgreSQL on it, or takes over a PostgreSQL that already runs.
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
        `The database named in ${locationFile(dataDir)} does not exist: ${cluster}. ` +
          `Restore it, or remove that file to start with an empty database.`,
      );
    }
    cluster = await createCluster(native, account, options);
  }
  if (!canReach(cluster, account)) {
    throw new Error(
      `PostgreSQL runs as the user ${account?.name ?? 'that started it'}, who cannot reach ${cluster}. ` +
        `Allow it with chmod o+x on the parent folders, ${EXTERNAL_DATABASE_HINT}`,
    );
  }
  const running = await waitUntilSettled(cluster);
  if (running) {
    log('Using a PostgreSQL that was still running.');
    return { ...running, cluster };
  }
  return { ...(await launch(native, account, cluster, options)), cluster };
}

/** Waits while PostgreSQL is starting or stopping. @returns the running PostgreSQL, or undefined */
async function waitUntilSettled(cluster: string): Promise<Postmaster | undefined> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; await sleep(20)) {
    const postmaster = findPostmaster(cluster);
    if (!postmaster || isReady(postmaster)) return postmaster;
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL (process ${postmaster.pid}) has been ${postmaster.status} for too long.`);
    }
  }
}

/** Runs initdb in a temporary folder and renames it when complete. */
async function createCluster(native: string, account: Account, options: ClusterOptions): Promise<string> {
  const { dataDir, fsync, log } = options;
  const outside = account !== undefined && !canReach(dataDir, account);
  const cluster = outside ? outsideClusterDir(dataDir) : join(dataDir, 'postgres');
  const unfinished = `${cluster}.new`;
  const password = await loadOrCreatePassword(dataDir);
  const passwordCopy = `${cluster}.initdb-password`;
  if (outside) {
    makeSharedDir();
    if (!canReach(SHARED_DIR, account)) {
      throw new Error(
        `PostgreSQL runs as the user ${account.name}, who can reach neither ${dataDir} nor ${SHARED_DIR}. ` +
          `Move the data to a folder that others can read, start as a normal user, ${EXTERNAL_DATABASE_HINT}`,
      );
    }
    log(`The user ${account.name} cannot reach ${dataDir}; ${locationFile(dataDir)} contains the database's folder.`);
    // Left by a removed data folder. It is kept, because it may still be needed.
    if (existsSync(cluster)) await rename(cluster, `${cluster}.old-${Date.now()}`);
  }
  log(`Creating a database in ${cluster}.`);
  // An earlier start may have been interrupted here.
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

/** The password of this data folder, generated on first use: 256 bits that need no escaping in a URL. */
async function loadOrCreatePassword(dataDir: string): Promise<string> {
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
  const leftoverDeadline = Date.now() + LEFTOVER_TIMEOUT_MS;
  for (;;) {
    replaceStalePid(cluster);
    const logStart = (await stat(logFile(options.dataDir))).size;
    const port = await getPort({ host: '127.0.0.1' });
    await removeSockets(cluster);
    const child = spawn(join(native, 'bin', 'postgres'), ['-D', cluster, ...settings(port, cluster, options)], {
      ...spawnOptions(account),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const started = await waitUntilReady(child, cluster, options.log);
    if (started) return started;
    const report = (await readFile(logFile(options.dataDir))).subarray(logStart).toString('utf8').trim();
    const leftover = report.includes('pre-existing shared memory block') && Date.now() < leftoverDeadline;
    // Another process may take the port before PostgreSQL binds it.
    if (leftover || report.includes('could not bind')) {
      await sleep(leftover ? 200 : 0);
      continue;
    }
    throw new Error(`PostgreSQL did not start on ${cluster}:\n${report.slice(-2000)}`);
  }
}

/** Resolves when PostgreSQL accepts connections, or with undefined if it ended. */
async function waitUntilReady(child: ChildProcess, cluster: string, log: (line: string) => void) {
  const exited = once(child, 'exit').catch((error: unknown) => {
    throw new Error(`PostgreSQL cannot be started: ${error instanceof Error ? error.message : error}`);
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  let logAt = Date.now() + 5_000;
  for (;;) {
    const ended = await Promise.race([exited.then(() => true), sleep(10, false)]);
    if (ended) return undefined;
    const postmaster = findPostmaster(cluster);
    if (postmaster && postmaster.pid === child.pid && isReady(postmaster)) return postmaster;
    if (Date.now() > deadline) throw new Error('PostgreSQL took too long to start.');
    if (Date.now() > logAt) {
      logAt = Number.POSITIVE_INFINITY;
      log('PostgreSQL is recovering its data; this may take a moment.');
    }
  }
}

/** Sockets of a PostgreSQL that was killed. */
async function removeSockets(cluster: string): Promise<void> {
  const names = (await readdir(cluster)).filter((name) => name.startsWith('.s.PGSQL.'));
  await Promise.all(names.map((name) => rm(join(cluster, name), { force: true })));
}

/** The longest address of a Unix socket, in bytes. */
const MAX_SOCKET_PATH = 107;

/**
 * The folder of the Unix socket, which is twice as fast as TCP: the cluster itself, which is private. Empty (no
 * socket) if the path is too long or contains a list separator.
 */
function socketDir(cluster: string): string {
  const isShort = Buffer.byteLength(join(cluster, socketName(65_535))) <= MAX_SOCKET_PATH;
  return isShort && !/[,"]/.test(cluster) ? cluster : '';
}

/** Settings for a small machine that also runs everything else. Terse logging keeps row values out of the log. */
function settings(port: number, cluster: string, { fsync, maxConnections }: ClusterOptions): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: socketDir(cluster),
    unix_socket_permissions: '0700',
    max_connections: maxConnections,
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    jit: 'off',
    // Queries are small and concurrent; parallel plans are slower for them, but look cheap to the planner.
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse',
    ...(!fsync && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
