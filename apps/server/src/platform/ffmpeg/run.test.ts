import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { describeWithFfmpeg, tools } from '../../testing/media-tools.ts';
import { runningPrograms } from '../../testing/running-programs.ts';
import { MediaToolError, runFfmpeg, runSandboxed } from './run.ts';
import type { MediaTools } from './tools.ts';

describeWithFfmpeg('the sandbox of a tool', () => {
  it.runIf(tools?.sandbox.setpriv)(
    '[UP-02] ends with the worker, even if the worker is killed and the tool writes nothing',
    async () => {
      const seconds = `600.${process.pid}`;
      const worker = fork(join(import.meta.dirname, '../../testing/sandboxed-sleep-process.ts'), [seconds]);
      onTestFinished(async () => {
        for (const pid of await runningPrograms('sleep', seconds)) process.kill(pid, 'SIGKILL');
      });
      const gone = once(worker, 'exit');
      await expect.poll(() => runningPrograms('sleep', seconds)).not.toEqual([]);
      worker.kill('SIGKILL');
      await gone;
      await expect.poll(() => runningPrograms('sleep', seconds)).toEqual([]);
    },
  );

  it('ends without leaving a process if it is cancelled at any moment of its start', async () => {
    const seconds = `601.${process.pid}`;
    for (let run = 0; run < 60; run += 1) {
      const limits = { folder: tmpdir(), timeoutMs: 60_000, signal: AbortSignal.timeout(run % 20) };
      const { sandbox } = tools as MediaTools;
      await expect(runSandboxed(sandbox, 'sleep', [seconds], limits)).rejects.toMatchObject({ name: 'TimeoutError' });
    }
    await expect.poll(() => runningPrograms('sleep', seconds)).toEqual([]);
  });

  it('with standard input ends if the source fails, and stops the source if the tool ends', async () => {
    const run = (args: string[], stdin: (ended: AbortSignal) => AsyncIterable<Buffer>) =>
      runFfmpeg(tools as MediaTools, args, { folder: tmpdir(), timeoutMs: 60_000, stdin });
    const copy = ['-protocol_whitelist', 'pipe', '-f', 'rawvideo', '-s', '2x2', '-i', 'pipe:0', '-f', 'null', '-'];
    async function* failing() {
      yield Buffer.alloc(6);
      throw new Error('no more');
    }
    await expect(run(copy, failing)).rejects.toThrow('no more');
    const sleep = { folder: tmpdir(), timeoutMs: 300_000, stdin: failing };
    await expect(runSandboxed((tools as MediaTools).sandbox, 'sleep', ['600'], sleep)).rejects.toThrow('no more');
    async function* endless() {
      for (;;) yield Buffer.alloc(65_536);
    }
    const enough = ['-c', 'exec <&-; sleep 0.2'];
    await runSandboxed((tools as MediaTools).sandbox, 'sh', enough, { ...sleep, stdin: endless });
    let hasCleanedUp = false;
    async function* waiting(ended: AbortSignal): AsyncGenerator<Buffer> {
      await new Promise((resolve) => ended.addEventListener('abort', resolve));
      await delay(100);
      hasCleanedUp = true;
      throw new Error('read after the end');
    }
    await expect(run(['-f', 'nothing', '-i', 'pipe:0'], waiting)).rejects.toBeInstanceOf(MediaToolError);
    expect(hasCleanedUp).toBe(true);
  });
});
