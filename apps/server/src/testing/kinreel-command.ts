import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PROCESS_ENV } from './process-env.ts';

/** Exit code and output of an operator's command. */
export interface CommandEnd {
  code: number | null;
  output: string;
  errors: string;
}

/** Starts `kinreel <args>` in a separate process. */
export function startKinreel(
  env: Record<string, string>,
  args: readonly string[],
): { child: ChildProcess; ended: Promise<CommandEnd> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../kinreel.ts'), ...args], {
    env: { ...PROCESS_ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([output, errors]) => ({ code: child.exitCode, output, errors }),
  );
  return { child, ended };
}
