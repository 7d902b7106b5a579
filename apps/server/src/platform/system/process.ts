import { ConfigError, EXIT_CONFIG, explainListenError } from '@kinreel/service';
import { releaseMemory } from './release-memory.ts';

export { EXIT_CONFIG };

/** The start failed, and the reason was printed. */
export class StartFailed extends Error {}

/**
 * Options for a small memory footprint: a smaller young generation, a collection when there is as much old garbage as
 * live data, `gc` for releaseMemory(), and one malloc arena instead of one per thread. Their cost is in
 * docs/performance.md.
 */
export const LEAN_PROCESS = {
  execArgv: ['--max-semi-space-size=8', '--heap-growing-percent=100', '--expose-gc'],
  env: { MALLOC_ARENA_MAX: '1' },
} as const;

/** Maximum shutdown time of a process, in milliseconds. Unfinished work is recovered at the next start. */
const STOP_LIMIT_MS = 20_000;

/** Maximum shutdown time of a process that stops other processes one by one, and then the database. */
export const SUPERVISOR_STOP_LIMIT_MS = 5 * STOP_LIMIT_MS;

/**
 * Runs a process until SIGTERM, SIGINT or the end of its parent process.
 * @param start starts the work and returns a function that stops it
 * @param stopLimitMs after this time it exits even if `stop` has not finished
 */
export async function runProcess(
  name: string,
  start: () => Promise<() => Promise<void>>,
  stopLimitMs = STOP_LIMIT_MS,
): Promise<void> {
  let stop: (() => Promise<void>) | null = null;
  let ending = false;
  async function end(): Promise<void> {
    if (ending) return;
    ending = true;
    // A hanging shutdown must not keep the process alive.
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    try {
      await stop?.();
      process.exit(0);
    } catch (error) {
      console.error(`${name}: ${(error as Error).message}`);
      process.exit(1);
    }
  }
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  if (process.connected) process.on('disconnect', end);
  try {
    stop = await start();
    releaseMemory();
    if (ending) await stop();
  } catch (error) {
    if (error instanceof ConfigError) {
      console.error(`Kinreel cannot start:\n${error.message}`);
      process.exit(EXIT_CONFIG);
    }
    const sentence = explainListenError(error, { host: 'HOST', port: 'PORT' });
    if (sentence) {
      console.error(`Kinreel cannot start:\n${sentence}`);
      process.exit(EXIT_CONFIG);
    }
    if (error instanceof StartFailed) {
      console.error(`${name} could not start: ${error.message}`);
      process.exit(1);
    }
    console.error(`${name} could not start:`, error);
    process.exit(1);
  }
}
