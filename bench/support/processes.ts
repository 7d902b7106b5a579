import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** CPU time and memory of Kinreel's processes, from /proc. Linux only. */

/** Clock ticks of /proc per second. On Linux the value is always 100. */
const TICKS_PER_SECOND = 100;

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

interface Process {
  pid: number;
  parent: number;
  command: string;
  /** User and system time in milliseconds, with that of ended children. */
  cpu: number;
}

function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      // The name in brackets may contain any character.
      const fields = read(`/proc/${name}/stat`).split(') ').at(-1)?.split(' ') ?? [];
      return {
        pid: Number(name),
        parent: Number(fields[1]),
        command: read(`/proc/${name}/cmdline`).replaceAll('\0', ' '),
        cpu: (fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 1000) / TICKS_PER_SECOND,
      };
    });
}

/** The processes of one installation. */
export interface Parts {
  api: number;
  identity: number;
  postgres: number;
}

/** Id of the process that runs a file with this data folder; 0 if there is none. */
function pidOf(file: string, dataDir: string, processes: readonly Process[]): number {
  const uses = ({ pid }: Process) => read(`/proc/${pid}/environ`).split('\0').includes(`DATA_DIR=${dataDir}`);
  return processes.find((one) => one.command.includes(file) && uses(one))?.pid ?? 0;
}

/** Finds the processes that use a data folder. */
export function findParts(dataDir: string): Parts {
  const processes = listProcesses();
  return {
    api: pidOf('server/src/api.ts', dataDir, processes),
    identity: pidOf('identity/src/main.ts', dataDir, processes),
    postgres: Number(read(`${dataDir}/postgres/postmaster.pid`).split('\n')[0]),
  };
}

/** CPU time so far in milliseconds, of each process with its children. */
export function cpuTimes(parts: Parts): Record<keyof Parts, number> {
  const processes = listProcesses();
  const sum = (pid: number) => cpuOf(pid, processes);
  return { api: sum(parts.api), identity: sum(parts.identity), postgres: sum(parts.postgres) };
}

/** CPU milliseconds of a process and its children. */
function cpuOf(pid: number, processes: readonly Process[]): number {
  return processes.reduce(
    (total, one) => total + (one.pid === pid ? one.cpu : one.parent === pid ? cpuOf(one.pid, processes) : 0),
    0,
  );
}

/** CPU seconds so far of the worker of a data folder, with its children. */
export function workerCpuSeconds(dataDir: string): number {
  const processes = listProcesses();
  const worker = pidOf('server/src/worker.ts', dataDir, processes);
  if (worker === 0) throw new Error('There is no worker');
  return cpuOf(worker, processes) / 1000;
}

/** CPU seconds so far of this process's ended children. */
export function ownCpuSeconds(): { children: number } {
  const fields = read('/proc/self/stat').split(') ').at(-1)?.split(' ') ?? [];
  return { children: (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND };
}

const memoryField = (pid: number, name: string): number =>
  Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(read(`/proc/${pid}/status`))?.[1]) / 1024);

/** Resident memory of a process in MiB: current, and the maximum since resetMostMemory(). */
export const memoryOf = (pid: number): { now: number; most: number } => ({
  now: memoryField(pid, 'VmRSS'),
  most: memoryField(pid, 'VmHWM'),
});

export function resetMostMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
