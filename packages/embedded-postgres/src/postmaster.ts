import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A running main process of PostgreSQL, as its own `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number;
  /** TCP port; NaN while PostgreSQL has not written it yet. */
  port: number;
  /** `starting`, `ready`, `stopping`; empty while PostgreSQL has not written it yet. */
  status: string;
}

/** Linux never gives out a process id this high (the kernel's PID_MAX_LIMIT on 64 bit). */
const IMPOSSIBLE_PID = 4_194_304;

/** The live PostgreSQL of a cluster, or undefined. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readPidFile(cluster);
  if (!lines) return undefined;
  const pid = Number(lines[0]);
  if (!isPostmasterOf(pid, cluster)) return undefined;
  return { pid, port: Number.parseInt(lines[3] ?? '', 10), status: lines[7]?.trim() ?? '' };
}

/**
 * PostgreSQL refuses to start over a `postmaster.pid` whose process id is in use, even by a zombie or by an unrelated
 * process that came later. The id is replaced, and the file kept: with its other lines PostgreSQL still finds
 * sessions of a killed server that have not ended yet, and does not start beside them.
 */
export function disownStalePidFile(cluster: string): void {
  const lines = readPidFile(cluster);
  if (!lines || isPostmasterOf(Number(lines[0]), cluster)) return;
  writeFileSync(join(cluster, 'postmaster.pid'), [IMPOSSIBLE_PID, ...lines.slice(1)].join('\n'));
}

/** Fast shutdown: ends sessions, writes a checkpoint. Resolves when the process is gone. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  const end = (signal: NodeJS.Signals) => {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  const patience = Date.now() + 60_000;
  let hurried = false;
  end('SIGINT');
  while (isPostmasterOf(pid, cluster)) {
    if (!hurried && Date.now() > patience) {
      hurried = true;
      end('SIGQUIT');
    }
    await sleep(10);
  }
}

/** Whether the process lives and is the PostgreSQL of this cluster. What cannot be looked at counts as such. */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  try {
    // "pid (name) state ...": Z is a zombie, X is dead.
    const [, name, state] = /^\d+ \((.*)\) (.)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    if (name !== 'postgres' || state === 'Z' || state === 'X') return false;
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)) return true;
    // The folder may have been moved since: PostgreSQL's working folder is its cluster.
    const [cwd, own] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return cwd.ino === own.ino && cwd.dev === own.dev;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'ENOENT' && code !== 'ESRCH';
  }
}

function readPidFile(cluster: string): string[] | undefined {
  const file = join(cluster, 'postmaster.pid');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : undefined;
}
