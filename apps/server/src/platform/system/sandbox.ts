import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { DomainError } from '../http/errors.ts';
import { findProgram } from './find-program.ts';
import { systemCallFilterFile } from './system-calls.ts';

const execute = promisify(execFile);

/** Paths of the programs for the sandbox: util-linux, coreutils and bubblewrap; null if missing or not permitted. */
export interface Sandbox {
  /** Limits memory, CPU time, file size and open files. */
  prlimit: string | null;
  nice: string | null;
  /** Makes only the system's programs and the required folders visible: no other file, process or network. */
  bwrap: string | null;
  /** File with the system calls that bubblewrap refuses. */
  filter: string | null;
  /** Fallback: runs the tool without network. */
  unshare: string | null;
  /** Fallback: kills the tool when this process ends, even by SIGKILL. */
  setpriv: string | null;
}

/** Resource limits of a program in the sandbox. */
export interface SandboxLimits {
  /**
   * `as` limits the address space. `data` limits private writable memory, for programs such as Node that reserve much
   * more address space than they use.
   */
  memory: { kind: 'as' | 'data'; bytes: number };
  cpuSeconds: number;
  /** Maximum size of a file it writes. */
  fileBytes: number;
  /** Lower priority, for work that nobody waits for. */
  background?: boolean | undefined;
  /** Absolute paths that it may read in addition to the system's programs. The first folder is its working folder. */
  reads: readonly string[];
  /** Absolute paths of the folders that it may write to. */
  writes: readonly string[];
}

/** Limits for testing the sandbox. */
const PROBE_LIMITS = {
  memory: { kind: 'as', bytes: 3_000_000_000 },
  cpuSeconds: 60,
  fileBytes: 1_000_000,
  writes: [],
} as const;

/** Paths of programs and their libraries, and of the configuration for alternatives. */
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store'],
  ...['/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d'],
];

const NO_SANDBOX: Sandbox = { prlimit: null, nice: null, bwrap: null, filter: null, unshare: null, setpriv: null };

/**
 * Tests the programs of the sandbox: containers and other systems may lack one or not permit it. First all together, as
 * they will be used; each alone only if that fails, because every test starts the probe, which takes most of the time
 * for ffprobe and Node.
 * @param probe a short command with some output, of the kind that the sandbox is for
 * @param reads what the programs need to read, as in SandboxLimits
 * @throws DomainError server.busy if one of them does not respond: tools must not run without a restriction that the
 *   system supports
 */
export async function findSandbox(probe: readonly string[], reads: readonly string[] = []): Promise<Sandbox> {
  async function usable(sandbox: Sandbox): Promise<boolean> {
    const limits = { ...PROBE_LIMITS, reads: [dirname(probe[0] ?? ''), ...reads] };
    const [command = '', ...args] = [...sandboxCommand(sandbox, limits), ...probe];
    return (await output(command, args)) !== '';
  }
  const names = ['prlimit', 'nice', 'bwrap', 'unshare', 'setpriv'] as const;
  const found = { ...NO_SANDBOX };
  for (const name of names) found[name] = await findProgram(name);
  if (found.bwrap) found.filter = systemCallFilterFile();
  if (await usable(found)) return found;
  if (found.filter && (await usable({ ...found, filter: null }))) return { ...found, filter: null };
  const tried = names.map(
    async (name) => [name, (await usable({ ...NO_SANDBOX, [name]: found[name] })) ? found[name] : null] as const,
  );
  return { ...NO_SANDBOX, ...Object.fromEntries(await Promise.all(tried)) };
}

/** Command prefix of the sandbox. Each program execs the next, so no extra process remains. */
export function sandboxCommand(sandbox: Sandbox, limits: SandboxLimits): string[] {
  return [
    ...(sandbox.prlimit
      ? [
          sandbox.prlimit,
          `--${limits.memory.kind}=${limits.memory.bytes}`,
          `--cpu=${limits.cpuSeconds}`,
          `--fsize=${limits.fileBytes}`,
          '--nofile=64',
          '--core=0',
        ]
      : []),
    ...(sandbox.nice ? [sandbox.nice, limits.background ? '-n15' : '-n10'] : []),
    ...(sandbox.bwrap ? bwrapCommand(sandbox.bwrap, sandbox.filter, limits) : withoutBwrap(sandbox)),
  ];
}

/**
 * New user, mount, process, network and other namespaces, without capabilities, with a root that only contains the
 * listed paths. bubblewrap reads the filter from an open file, which the shell opens for it.
 */
function bwrapCommand(bwrap: string, filter: string | null, { reads, writes }: SandboxLimits): string[] {
  const [folder = '/'] = reads;
  return [
    ...(filter ? ['/bin/sh', '-c', 'exec "$@" 9<"$0"', filter, bwrap, '--seccomp', '9'] : [bwrap]),
    ...['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'],
    ...SYSTEM.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...reads.flatMap((path) => ['--ro-bind-try', path, path]),
    ...writes.flatMap((path) => ['--bind', path, path]),
    ...['--chdir', folder, '--'],
  ];
}

function withoutBwrap({ unshare, setpriv }: Sandbox): string[] {
  // setpriv last, because entering a namespace resets the death signal.
  return [...(unshare ? [unshare, '-rn'] : []), ...(setpriv ? [setpriv, '--pdeathsig', 'KILL'] : [])];
}

/**
 * Starts a command of the sandbox in its own session and process group, so that it has no terminal and `killSandboxed`
 * reaches all of its processes.
 */
export function spawnSandboxed([command = '', ...args]: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn(command, args, { ...options, detached: true });
}

/**
 * Kills a program and its wrappers at the same time: bubblewrap ties its child to itself only some moments after its
 * start; if it alone were killed before, the child would keep running.
 */
export function killSandboxed({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The signal that ended a program in the sandbox: bubblewrap, like shells, returns an exit code for each signal. */
export function endOf(
  { bwrap }: Sandbox,
  code: number | null,
  signal: NodeJS.Signals | null,
): { code: number | null; signal: NodeJS.Signals | null } {
  const [name] = Object.entries(constants.signals).find(([, number]) => number + 128 === code) ?? [];
  return bwrap && name ? { code: null, signal: name as NodeJS.Signals } : { code, signal };
}

/** Time limit for a program that only prints its features, in milliseconds: it may take seconds on a busy machine. */
const OUTPUT_LIMIT_MS = 30_000;

/**
 * Output of a program; empty if it fails or is not permitted.
 * @throws DomainError server.busy if it has not ended in time: it must not count as missing. Otherwise videos would be
 *   published without pictures, or tools run without restrictions, until the next start
 */
export async function output(
  program: string,
  args: readonly string[],
  limitMs: number = OUTPUT_LIMIT_MS,
): Promise<string> {
  try {
    const { stdout } = await execute(program, args, { env: {}, timeout: limitMs });
    return stdout;
  } catch (error) {
    if ((error as { killed?: boolean }).killed) throw new DomainError('server.busy', { cause: error });
    return '';
  }
}

/** Caches the result of a search for programs; after an error the next call searches again. */
export function rememberFound<Found>(search: () => Promise<Found>): () => Promise<Found> {
  let found: Promise<Found> | undefined;
  return () => {
    found ??= search().catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}
