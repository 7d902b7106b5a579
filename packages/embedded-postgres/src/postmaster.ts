import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The running main process of PostgreSQL, as described in `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  /** TCP port; NaN while PostgreSQL has not written it yet. */
  port: number;
  /** Folder of its Unix socket; null without one. */
  socketDir: string | null;
  /** `starting`, `ready`, `standby` (a ready replica), `stopping`; empty while PostgreSQL has not written it yet. */
  status: string;
}

/** Whether it accepts connections. */
export const isReady = ({ status }: Postmaster) => status === 'ready' || status === 'standby';

/** Linux never assigns a process id this high (the kernel's PID_MAX_LIMIT on 64 bit). */
const IMPOSSIBLE_PID = 4_194_304;

/** The live PostgreSQL of a cluster, or undefined. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readPidFile(cluster);
  if (!lines) return undefined;
  const pid = Number(lines[0]);
  if (!isPostmasterOf(pid, cluster)) return undefined;
  const port = Number.parseInt(lines[3] ?? '', 10);
  const folder = lines[4]?.trim();
  // The cluster may have been moved.
  const socketDir = folder && existsSync(join(folder, socketName(port))) ? folder : null;
  return { pid, port, socketDir, status: lines[7]?.trim() ?? '' };
}

/** File name of the Unix socket of a PostgreSQL with this port. */
export const socketName = (port: number) => `.s.PGSQL.${port}`;

/**
 * PostgreSQL does not start if the process id in `postmaster.pid` is in use, even by a zombie or an unrelated process.
 * Only the id is replaced: PostgreSQL needs the other lines to find sessions of a killed server that are still running,
 * and must not start next to them.
 */
export function replaceStalePid(cluster: string): void {
  const lines = readPidFile(cluster);
  if (!lines || isPostmasterOf(Number(lines[0]), cluster)) return;
  writeFileSync(join(cluster, 'postmaster.pid'), [IMPOSSIBLE_PID, ...lines.slice(1)].join('\n'));
}

/** Fast shutdown: ends sessions and writes a checkpoint. Resolves when the process has ended. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  const end = (signal: NodeJS.Signals) => {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  const deadline = Date.now() + 60_000;
  let forced = false;
  end('SIGINT');
  while (isPostmasterOf(pid, cluster)) {
    if (!forced && Date.now() > deadline) {
      forced = true;
      end('SIGQUIT');
    }
    await sleep(10);
  }
}

/** Whether the process is alive and the PostgreSQL of this cluster. True if it cannot be inspected. */
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
    // The folder may have been moved: PostgreSQL's working directory is its cluster.
    const [cwd, own] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return cwd.ino === own.ino && cwd.dev === own.dev;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'ENOENT' && code !== 'ESRCH';
  }
}

function readPidFile(cluster: string): string[] | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    // PostgreSQL deletes it when it ends.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
