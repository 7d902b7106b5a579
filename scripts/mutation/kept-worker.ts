import { ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node';

/** What a worker process answers to `start`, `run` and `stop`. */
interface Answer {
  __vitest_worker_response__: true;
  type: 'started' | 'testfileFinished' | 'stopped';
}

type Listener = (event: unknown) => void;

/** A process that runs tests, and what it has been asked for. */
interface Process {
  forks: ForksPoolWorker;
  isStarted: boolean;
  /** Ends with the test file that runs now. */
  idle: Promise<void>;
}

const kept = new Map<string, Process>();

/**
 * A worker of Vitest whose process outlives the run: it has loaded all packages, which costs more than most tests. The
 * next run must tell it which files have changed (`forget-changed.setup.ts`).
 */
class KeptWorker implements PoolWorker {
  readonly name = 'kept';
  readonly cacheFs = true;
  readonly #process: Process;
  readonly #listeners = new Set<Listener>();

  constructor(options: PoolOptions) {
    const { name } = options.project;
    this.#process = kept.get(name) ?? {
      forks: new ForksPoolWorker(options),
      isStarted: false,
      idle: Promise.resolve(),
    };
    kept.set(name, this.#process);
  }

  on(event: string, listener: Listener): void {
    if (event === 'message') this.#listeners.add(listener);
    this.#process.forks.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    if (event === 'message') this.#listeners.delete(listener);
    this.#process.forks.off(event, listener);
  }

  async start(): Promise<void> {
    if (!this.#process.isStarted) await this.#process.forks.start();
  }

  send(message: WorkerRequest): void {
    const { forks, isStarted, idle } = this.#process;
    if (message.type === 'stop') {
      idle.then(() => this.#answer('stopped'));
      return;
    }
    if (message.type === 'start' && isStarted) {
      this.#answer('started');
      return;
    }
    this.#process.isStarted = true;
    if (message.type === 'run') this.#process.idle = finished(forks);
    forks.send(message);
  }

  async stop(): Promise<void> {
    for (const listener of this.#listeners) this.#process.forks.off('message', listener);
    this.#listeners.clear();
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  #answer(type: Answer['type']): void {
    const answer: Answer = { __vitest_worker_response__: true, type };
    setImmediate(() => {
      for (const listener of [...this.#listeners]) listener(answer);
    });
  }
}

/** Waits until the test file has run, or the process has ended. */
function finished(forks: ForksPoolWorker): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      forks.off('message', onMessage);
      forks.off('exit', end);
      resolve();
    };
    const onMessage = (message: Partial<Answer>) => {
      if (message?.type === 'testfileFinished') end();
    };
    forks.on('message', onMessage);
    forks.on('exit', end);
  });
}

/** The pool for `project.config`. */
export const KEPT_POOL = {
  name: 'kept',
  createPoolWorker: (options: PoolOptions): PoolWorker => new KeptWorker(options),
};

/** Ends the processes. */
export async function endKeptWorkers(): Promise<void> {
  const ending = [...kept.values()].map(({ forks, isStarted }) => (isStarted ? forks.stop() : undefined));
  kept.clear();
  await Promise.all(ending);
}
