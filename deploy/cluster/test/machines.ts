import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The bridge that connects all machines. This process uses its address to send requests. */
const BRIDGE = 'kinreel0';
const HERE = '10.0.0.10';

/** The target of a fault: a process by the name it was started with, all processes of a program, or all processes. */
export type Part = string | 'all';

/** A machine, simulated by a network namespace. */
export interface Machine {
  name: string;
  address: string;
  /** Starts a program in the foreground. Its output is saved in a log with this name. */
  start(name: string, command: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess;
  /** Sends a signal to a process or to all processes on the machine, including child processes of programs. */
  signal(part: Part, signal: NodeJS.Signals): Promise<void>;
  /** Names of started processes that still run. */
  running(): string[];
  /** Whether it currently has this additional address. */
  has(address: string): Promise<boolean>;
  /** Drops all packets in both directions. Connections stay open. */
  cut(): Promise<void>;
  reconnect(): Promise<void>;
}

/** Starts a component of a machine, and restarts it after faults. */
export type Start = (machine: Machine, part: string, command: readonly string[], env?: NodeJS.ProcessEnv) => void;

/** Creates the network. This process must run in an empty network namespace. */
export async function createNetwork(): Promise<void> {
  await run('mount', ['-t', 'tmpfs', 'tmpfs', '/run/netns']).catch(async () => {
    await run('mkdir', ['-p', '/run/netns']);
    await run('mount', ['-t', 'tmpfs', 'tmpfs', '/run/netns']);
  });
  for (const command of [
    'link set lo up',
    `link add ${BRIDGE} type bridge`,
    `addr add ${HERE}/24 dev ${BRIDGE}`,
    `link set ${BRIDGE} up`,
  ]) {
    await run('ip', command.split(' '));
  }
}

/** Creates a machine. */
export async function createMachine(name: string, address: string, logs: string): Promise<Machine> {
  for (const command of [
    `netns add ${name}`,
    `link add to-${name} type veth peer name eth0 netns ${name}`,
    `link set to-${name} master ${BRIDGE} up`,
    `-n ${name} addr add ${address}/24 dev eth0`,
    `-n ${name} link set eth0 up`,
    `-n ${name} link set lo up`,
  ]) {
    await run('ip', command.split(' '));
  }

  const processes = new Map<string, ChildProcess>();
  mkdirSync(logs, { recursive: true });

  async function pidsOf(part: Part): Promise<number[]> {
    const own = processes.get(part)?.pid;
    const { stdout } = await run('ip', ['netns', 'pids', name]);
    const pids = stdout.split('\n').filter(Boolean).map(Number);
    // nginx has several processes, each of which survives the others.
    const found = part === 'all' ? pids : pids.filter((pid) => pid === own || programOf(pid) === part);
    if (found.length === 0) throw new Error(`Nothing called ${part} runs on ${name}.`);
    return found;
  }

  return {
    name,
    address,
    start(part, command, env = {}) {
      const log = openSync(join(logs, `${name}-${part}.log`), 'a');
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const child = spawn('ip', ['netns', 'exec', name, ...command], {
        stdio: ['ignore', log, log],
        env: { PATH, NODE_COMPILE_CACHE, HOME: '/tmp', LC_ALL: 'C.UTF-8', ...env },
      });
      processes.set(part, child);
      child.on('exit', () => {
        if (processes.get(part) === child) processes.delete(part);
      });
      return child;
    },
    async signal(part, signal) {
      const child = processes.get(part);
      for (const pid of await pidsOf(part)) {
        try {
          process.kill(pid, signal);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
      }
      if (child && signal === 'SIGKILL' && child.exitCode === null && child.signalCode === null)
        await once(child, 'exit');
    },
    running: () => [...processes.keys()],
    async has(other) {
      return (await run('ip', ['-n', name, '-brief', 'address'])).stdout.includes(` ${other}/`);
    },
    async cut() {
      await run('ip', ['link', 'set', `to-${name}`, 'nomaster']);
    },
    async reconnect() {
      await run('ip', ['link', 'set', `to-${name}`, 'master', BRIDGE]);
    },
  };
}

/** The program of a process; null if it has just ended. */
function programOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return null;
  }
}

/** The last lines of a log, for error messages. */
export function endOfLog(logs: string, file: string): string {
  return readFileSync(join(logs, file), 'utf8').split('\n').slice(-15).join('\n');
}

/** Whether the URL responds successfully within three seconds. */
export async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}
