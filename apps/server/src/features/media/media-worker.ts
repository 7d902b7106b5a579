import { Worker } from 'node:worker_threads';
import { isNoSpaceError } from '@kinreel/service';
import { compileCache } from '../../platform/system/compile-cache.ts';

/**
 * Runs a worker file of this feature in a thread with limited memory and time. Some damaged files keep the pure
 * TypeScript reader busy for more than a minute, which must not block the process.
 * @param file its path from here, such as './probe/probe.worker.ts'
 * @param data input of the worker
 * @returns the worker's result; null if it failed, ran out of memory or took too long
 * @throws the error of a worker that found the disk full
 */
export function runMediaWorker<Answer>(
  file: string,
  data: unknown,
  options: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(file, import.meta.url), {
      workerData: data,
      env: compileCache(),
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    });
    const timer = setTimeout(() => end(null), options.timeoutMs);
    const onAbort = () => end(null);
    options.signal?.addEventListener('abort', onAbort);
    function end(answer: Answer | null): void {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      void worker.terminate();
      resolve(answer);
    }
    worker.once('message', (answer: Answer) => end(answer));
    worker.once('error', (error) => {
      if (isNoSpaceError(error)) reject(error);
      end(null);
    });
    worker.once('exit', () => end(null));
  });
}
