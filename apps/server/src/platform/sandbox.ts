import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DomainError } from './errors.ts';
import { findProgram } from './find-program.ts';

const execute = promisify(execFile);

/** Paths of the util-linux and coreutils programs for the sandbox; null if missing or not permitted. */
export interface Sandbox {
  /** Limits memory, CPU time, file size and open files. */
  prlimit: string | null;
  nice: string | null;
  /** Runs the tool without network. */
  unshare: string | null;
  /** Kills the tool when this process ends, even by SIGKILL. */
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
}

/** Limits of the runs that try the sandbox. */
const PROBE_LIMITS: SandboxLimits = {
  memory: { kind: 'as', bytes: 3_000_000_000 },
  cpuSeconds: 60,
  fileBytes: 1_000_000,
};

const NO_SANDBOX: Sandbox = { prlimit: null, nice: null, unshare: null, setpriv: null };

/**
 * Tries the programs of the sandbox: containers and other systems may lack one or not permit it. All of them at once, as they
 * will be used, and each alone only if that fails: every try starts the probe, which for ffprobe and Node is most of the work.
 * @param probe a command that ends at once with some output, started in the way of the programs that the sandbox is for
 * @throws DomainError server.busy if one of them does not answer: nothing runs without a fence that the system has
 */
export async function findSandbox(probe: readonly string[]): Promise<Sandbox> {
  async function usable(sandbox: Sandbox): Promise<boolean> {
    const [command = '', ...args] = [...sandboxCommand(sandbox, PROBE_LIMITS), ...probe];
    return (await output(command, args)) !== '';
  }
  const names = ['prlimit', 'nice', 'unshare', 'setpriv'] as const;
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
    ...(sandbox.unshare ? [sandbox.unshare, '-rn'] : []),
    // Last, because entering a namespace resets the death signal.
    ...(sandbox.setpriv ? [sandbox.setpriv, '--pdeathsig', 'KILL'] : []),
  ];
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
