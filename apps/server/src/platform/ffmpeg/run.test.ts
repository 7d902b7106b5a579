import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { describeWithFfmpeg, tools } from '../../testing/media-tools.ts';

/** Ids of the processes of this machine whose arguments end with these words. */
async function processesOf(words: string): Promise<number[]> {
  const commands = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return command.split('\0').filter(Boolean).join(' ').endsWith(words) && command.startsWith('sleep')
        ? [Number(pid)]
        : [];
    });
  return (await Promise.all(commands)).flat();
}

describeWithFfmpeg('the sandbox of a tool', () => {
  it.runIf(tools?.sandbox.setpriv)(
    '[UP-02] ends with the worker, even if that is killed and the tool writes nothing',
    async () => {
      const seconds = `600.${process.pid}`;
      const worker = fork(join(import.meta.dirname, '../../testing/sandboxed-sleep-process.ts'), [seconds]);
      onTestFinished(async () => {
        for (const pid of await processesOf(`sleep ${seconds}`)) process.kill(pid, 'SIGKILL');
      });
      const gone = once(worker, 'exit');
      await expect.poll(() => processesOf(`sleep ${seconds}`), { timeout: 20_000 }).toHaveLength(1);
      worker.kill('SIGKILL');
      await gone;
      await expect.poll(() => processesOf(`sleep ${seconds}`)).toEqual([]);
    },
  );
});
