import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { LEAN_PROCESS } from './process.ts';

const file = fileURLToPath(new URL('./give-back-memory-test-process.ts', import.meta.url));

/** Memory in MiB that the process has, one number after the other. */
function start(execArgv: readonly string[]): number[] {
  const child = fork(file, { execArgv: [...execArgv] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: number[] = [];
  child.on('message', (mebibytes: number) => said.push(mebibytes));
  return said;
}

test('a process that was busy gives its memory back when it is quiet', async () => {
  const said = start(LEAN_PROCESS.execArgv);
  await expect.poll(() => said[0], { timeout: 60_000 }).toBeGreaterThan(0);
  await expect.poll(() => Math.max(...said) - (said.at(-1) ?? 0), { timeout: 60_000 }).toBeGreaterThan(30);
}, 120_000);
