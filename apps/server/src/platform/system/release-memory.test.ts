import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { LEAN_PROCESS } from './process.ts';

const file = fileURLToPath(new URL('./release-memory-test-process.ts', import.meta.url));

/** The memory of the process in MiB, as it prints it. */
function start(execArgv: readonly string[]): number[] {
  const child = fork(file, { execArgv: [...execArgv] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: number[] = [];
  child.on('message', (mebibytes: number) => said.push(mebibytes));
  return said;
}

test('an idle process releases the memory of earlier work', async () => {
  const said = start(LEAN_PROCESS.execArgv);
  await expect.poll(() => said[0], { timeout: 60_000 }).toBeGreaterThan(0);
  await expect.poll(() => Math.max(...said) - (said.at(-1) ?? 0), { timeout: 60_000 }).toBeGreaterThan(30);
}, 120_000);
