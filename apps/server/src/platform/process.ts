import { ConfigError } from './config.ts';

/** Exit code of a process that was started with a wrong configuration; starting it again would not help. */
export const EXIT_CONFIG = 78;

/**
 * How a process is started so that it stays small while large files pass through it: V8 clears away in small steps what
 * streams leave behind, and the C library keeps no spare memory for each thread. Without the two the web server takes
 * about 80 MiB more (docs/media.md).
 */
export const LEAN_PROCESS = { execArgv: ['--max-semi-space-size=2'], env: { MALLOC_ARENA_MAX: '1' } } as const;

/**
 * Run a process until it is told to end: by SIGTERM, by SIGINT, or because the one that started it is gone.
 * @param start does the work and gives back how to end it
 */
export async function runProcess(name: string, start: () => Promise<() => Promise<void>>): Promise<void> {
  let stop: (() => Promise<void>) | null = null;
  let ending = false;
  async function end(): Promise<void> {
    if (ending) return;
    ending = true;
    // A drain that hangs must not keep the process: the next start puts things right.
    setTimeout(() => process.exit(1), 20_000).unref();
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
    if (ending) await stop();
  } catch (error) {
    if (error instanceof ConfigError) {
      console.error(`Kinreel cannot start:\n${error.message}`);
      process.exit(EXIT_CONFIG);
    }
    const failure = error as NodeJS.ErrnoException & { port?: number };
    if (failure.code === 'EADDRINUSE') {
      console.error(`Kinreel cannot start: port ${failure.port} is taken by another program. Set PORT to a free one.`);
      process.exit(EXIT_CONFIG);
    }
    console.error(`${name} could not start:`, error);
    process.exit(1);
  }
}
