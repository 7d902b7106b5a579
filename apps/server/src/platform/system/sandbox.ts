import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { DomainError } from '../http/errors.ts';
import { findProgram } from './find-program.ts';

const execute = promisify(execFile);

/** Paths of the programs for the sandbox: util-linux, coreutils and bubblewrap; null if missing or not permitted. */
export interface Sandbox {
  /** Limits memory, CPU time, file size and open files. */
  prlimit: string | null;
  nice: string | null;
  /** Shows the tool only the system's programs and the folders that it needs: no other file, process or network. */
  bwrap: string | null;
  /** Without it: runs the tool without network. */
  unshare: string | null;
  /** Without it: kills the tool when this process ends, even by SIGKILL. */
  setpriv: string | null;
}

/** What a program in the sandbox may use. */
export interface SandboxLimits {
  /**
   * `as` limits the address space. `data` limits what is private and writable, for programs such as Node that reserve much
   * more addresses than they use.
   */
  memory: { kind: 'as' | 'data'; bytes: number };
  cpuSeconds: number;
  /** Maximum size of a file it writes. */
  fileBytes: number;
  /** Lower priority than programs that somebody waits for. */
  background?: boolean | undefined;
  /** Absolute paths of what it may see besides the system's programs. The first folder is its working folder. */
  reads: readonly string[];
  /** Absolute paths of the folders that it may write to. */
  writes: readonly string[];
}

/** Limits of the runs that try the sandbox. */
const PROBE_LIMITS = {
  memory: { kind: 'as', bytes: 3_000_000_000 },
  cpuSeconds: 60,
  fileBytes: 1_000_000,
  writes: [],
} as const;

/** Programs and their libraries, where systems keep them, and which of several libraries is in use. */
const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store'],
  ...['/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d'],
];

const NO_SANDBOX: Sandbox = { prlimit: null, nice: null, bwrap: null, unshare: null, setpriv: null };

/**
 * Tries the programs of the sandbox: containers and other systems may lack one or not permit it. All of them at once, as they
 * will be used, and each alone only if that fails: every try starts the probe, which for ffprobe and Node is most of the work.
 * @param probe a command that ends at once with some output, started in the way of the programs that the sandbox is for
 * @param reads what the programs need to see, as in SandboxLimits
 * @throws DomainError server.busy if one of them does not answer: nothing runs without a fence that the system has
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
  if (await usable(found)) return found;
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
    ...(sandbox.bwrap ? bwrapCommand(sandbox.bwrap, limits) : withoutBwrap(sandbox)),
  ];
}

/** New user, mount, process, network and other namespaces, without rights, around a root that has only what is listed. */
function bwrapCommand(bwrap: string, { reads, writes }: SandboxLimits): string[] {
  const [folder = '/'] = reads;
  return [
    ...[bwrap, '--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'],
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
 * Starts a command of the sandbox in a session and process group of its own, so that it has no terminal and `killSandboxed`
 * reaches all of its processes.
 */
export function spawnSandboxed([command = '', ...args]: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn(command, args, { ...options, detached: true });
}

/**
 * Kills a program and what wraps it. All at once: bubblewrap ties its process to itself only some moments after it has started
 * it, and if it alone were killed before, that process would run on.
 */
export function killSandboxed({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It has ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The signal that has ended a program in the sandbox: bubblewrap has an exit code of its own for each, as shells do. */
export function endOf(
  { bwrap }: Sandbox,
  code: number | null,
  signal: NodeJS.Signals | null,
): { code: number | null; signal: NodeJS.Signals | null } {
  const [name] = Object.entries(constants.signals).find(([, number]) => number + 128 === code) ?? [];
  return bwrap && name ? { code: null, signal: name as NodeJS.Signals } : { code, signal };
}

/** How long a program may take that only says what it can do, in milliseconds: on a machine that is very busy, seconds. */
const OUTPUT_LIMIT_MS = 30_000;

/**
 * Output of a program; empty if it fails or is not permitted.
 * @throws DomainError server.busy if it has not ended in time: that says nothing about what it can do. To take it for
 *   missing would publish videos without their pictures, or run tools without their fence, until the next start
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

/** Keeps the answer of a search for programs; after an error the next caller searches again. */
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
