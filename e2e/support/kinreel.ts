import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const root = join(import.meta.dirname, '../..');

/** The instances that this process has started, by origin. */
const started = new Map<string, Kinreel>();

/** The instance at an origin, if this process has started it. */
export const kinreelAt = (origin: string): Kinreel | undefined => started.get(origin);

/** A separate Kinreel, started as with `npm start`. */
export interface Kinreel {
  origin: string;
  dataDir: string;
  /** Process id of its supervisor, the parent of its processes. */
  pid(): number | undefined;
  /** Its output so far. */
  output(): string;
  /** Stops it like Ctrl-C and waits until all its processes have ended. */
  stop(): Promise<void>;
  /** Sends SIGKILL to its process group. */
  kill(): Promise<void>;
  /** Starts it again with the same data and port. @param changes environment variables to change */
  start(changes?: Record<string, string>): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
}

/** For tests in which many people sign up from one IP address within minutes. */
export const UNLIMITED = { RATE_LIMIT: 'off' };

/** Runs an operator command. @returns its output. @throws if it fails */
export async function runCommand(dataDir: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, ['apps/server/src/kinreel.ts', ...args], {
    cwd: root,
    env,
  });
  return stdout;
}

/**
 * Starts a Kinreel with an empty data folder on a free port, and waits until it responds.
 * @param options.prepare fills the data folder before the start
 * @param options.checkout folder with the project's files, if a test has its own copy
 */
export async function startKinreel(
  env: Record<string, string> = {},
  { prepare, checkout = root }: { prepare?: (dataDir: string) => Promise<unknown>; checkout?: string } = {},
): Promise<Kinreel> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinreel-e2e-'));
  // If root starts it, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(dataDir, 0o755);
  await prepare?.(dataDir);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let printed = '';

  async function start(changes: Record<string, string> = {}): Promise<void> {
    child = spawn(process.execPath, ['apps/server/src/main.ts'], {
      cwd: checkout,
      // A separate process group, so that all processes can be killed at once.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: String(port),
        PUBLIC_URL: origin,
        DATA_DIR: dataDir,
        NODE_ENV: 'production',
        ...env,
        ...changes,
      },
    });
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      printed += chunk;
    });
    const deadline = Date.now() + 110_000;
    while (Date.now() < deadline) {
      if (child.exitCode !== null) throw new Error(`Kinreel ended with code ${child.exitCode}:\n${printed}`);
      const answer = await fetch(`${origin}/health/ready`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`Kinreel was not ready in time:\n${printed}`);
  }

  async function end(signal: (pid: number) => void): Promise<void> {
    const running = child;
    if (!running?.pid || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    signal(running.pid);
    await ended;
  }

  const kinreel: Kinreel = {
    origin,
    dataDir,
    pid: () => child?.pid,
    output: () => printed,
    stop: () => end((pid) => process.kill(pid, 'SIGTERM')),
    kill: () => end((pid) => process.kill(-pid, 'SIGKILL')),
    start,
    async remove() {
      started.delete(origin);
      await kinreel.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  await start();
  started.set(origin, kinreel);
  return kinreel;
}

/**
 * Kills the web server or the worker; the supervisor restarts it after a second.
 * @throws Error if it has no such process
 */
export function killProcess({ pid }: Kinreel, file: 'api.ts' | 'worker.ts'): void {
  for (const other of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = readFileSync(`/proc/${other}/stat`, 'utf8').split(') ')[1]?.split(' ')[1];
      const command = readFileSync(`/proc/${other}/cmdline`, 'utf8');
      if (Number(parent) === pid() && command.includes(file)) return void process.kill(Number(other), 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
  throw new Error(`This Kinreel has no ${file}`);
}
