import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clusterDir, logFile, passwordFile, watchdogAddress } from './paths.ts';
import { findPostmaster } from './postmaster.ts';

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /**
   * Connection string of the superuser for the given database (default `postgres`, which always exists). It names the
   * Unix socket if there is one, else TCP.
   */
  url(database?: string): string;
  /** TCP port on 127.0.0.1. */
  port: number;
  /** Resolves when PostgreSQL has shut down, or immediately if another process still uses it. */
  stop(): Promise<void>;
  /** Resolves if PostgreSQL ends without `stop` being called. */
  lost: Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Folder for the cluster, its password and its log; created when missing. */
  dataDir: string;
  /** Default true. False is faster, for data that may be lost, as in tests. */
  fsync?: boolean;
  /** Default 100. */
  maxConnections?: number;
  /** Receives a few lines about slow or unusual steps. */
  log?: (line: string) => void;
}

/** Size in bytes from which the PostgreSQL log is rotated at the next start; one old log is kept. */
const LOG_LIMIT = 16 * 1024 * 1024;

/**
 * Starts the bundled PostgreSQL, or joins the one that already runs in the folder (with its options unchanged). It runs
 * until the last process using it calls `stop` or ends for any reason.
 * @throws Error with instructions if it cannot run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  // If we are root, PostgreSQL runs as another user, who must be able to enter.
  mkdirSync(options.dataDir, { recursive: true, mode: 0o711 });
  const dataDir = realpathSync(options.dataDir);
  const { fsync = true, maxConnections = 100, log = () => undefined } = options;
  const watchdog = JSON.stringify({ dataDir, fsync, maxConnections });

  for (;;) {
    const socket = await connectToWatchdog(dataDir, watchdog);
    if (!(await isReady(socket, log))) continue;
    // Read the port from PostgreSQL's own file: any process could listen on the socket's name.
    const postmaster = findPostmaster(clusterDir(dataDir));
    if (!postmaster) {
      socket.destroy();
      throw new Error(`PostgreSQL has just stopped; see ${logFile(dataDir)}.`);
    }
    const { port, socketDir } = postmaster;
    const socketOption = socketDir ? `?host=${encodeURIComponent(socketDir)}` : '';
    const password = readFileSync(passwordFile(dataDir), 'utf8').trim();
    let stopped = false;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const lost = new Promise<void>((resolve) => {
      closed.then(() => {
        if (stopped) return;
        log(`PostgreSQL has ended; see ${logFile(dataDir)}.`);
        resolve();
      });
    });
    socket.unref();
    return {
      port,
      lost,
      url: (database = 'postgres') =>
        `postgres://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}${socketOption}`,
      async stop() {
        stopped = true;
        socket.ref();
        socket.end();
        await closed;
      },
    };
  }
}

/** Whether a data folder contains a database, running or not. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(dataDir) && existsSync(clusterDir(realpathSync(dataDir)));
}

/** Creates the database if it does not exist. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // Another process created it at the same time.
    if (!(error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505'))) throw error;
  } finally {
    await client.end();
  }
}

/** Connects to the folder's watchdog, and starts it if needed. */
async function connectToWatchdog(dataDir: string, argument: string): Promise<Socket> {
  let watchdog: ReturnType<typeof spawnWatchdog> | undefined;
  for (;;) {
    const socket = connect({ path: watchdogAddress(dataDir), allowHalfOpen: false });
    try {
      await once(socket, 'connect');
      socket.on('error', () => undefined);
      return socket;
    } catch (error) {
      // Reset: the watchdog ended after accepting the connection.
      if (!isOneOf(error, 'ECONNREFUSED', 'ECONNRESET')) throw error;
    }
    const ended = watchdog?.exitCode || watchdog?.signalCode;
    if (ended) throw new Error(`PostgreSQL's watchdog ended with ${ended}; see ${logFile(dataDir)}.`);
    if (!watchdog || watchdog.exitCode === 0) watchdog = spawnWatchdog(dataDir, argument);
    await sleep(10);
  }
}

function spawnWatchdog(dataDir: string, argument: string) {
  const file = logFile(dataDir);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) renameSync(file, `${file}.1`);
  const log = openSync(file, 'a', 0o600);
  const { PATH, HOME, XDG_CACHE_HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'watchdog.ts'), argument], {
    cwd: '/',
    detached: true,
    // The watchdog outlives us and must not see secrets of our environment.
    env: { PATH, HOME, XDG_CACHE_HOME, NODE_COMPILE_CACHE },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.on('error', () => undefined);
  child.unref();
  return child;
}

/** True when PostgreSQL accepts connections, false if the watchdog was about to end. */
async function isReady(socket: Socket, log: (line: string) => void): Promise<boolean> {
  const lines = createInterface({ input: socket });
  try {
    for await (const line of lines) {
      const message: { log?: string; ready?: true; error?: string } = JSON.parse(line);
      if (message.ready) return true;
      if (message.error) throw new Error(message.error);
      if (message.log) log(message.log);
    }
    return false;
  } catch (error) {
    if (isOneOf(error, 'ECONNRESET', 'EPIPE')) return false;
    throw error;
  } finally {
    lines.close();
    socket.resume();
  }
}

const isOneOf = (error: unknown, ...codes: string[]) => codes.includes((error as NodeJS.ErrnoException).code ?? '');
