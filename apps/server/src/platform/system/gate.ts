/** Thrown if the queue is full, or after waiting too long. */
export class GateFullError extends Error {
  constructor() {
    super('too many at once');
  }
}

/** Limits concurrency: a short queue waits, further calls are rejected immediately. */
export interface Gate {
  /**
   * Runs the work when a slot is free. Aborted waiters never run.
   * @param key the caller, for example an id
   * @throws GateFullError, the signal's reason, or the error of the work
   */
  run<Result>(key: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

export interface GateLimits {
  /** Maximum number of concurrent runs. */
  running: number;
  /** Maximum length of the queue. */
  waiting: number;
  /** Maximum number of running and waiting calls per key, so that one key cannot fill the queue. */
  perKey: number;
  maxWaitMs: number;
}

/** Creates a gate; its limits apply per process. */
export function createGate(limits: GateLimits): Gate {
  let running = 0;
  const queue = new Set<() => void>();
  const byKey = new Map<string, number>();

  function count(key: string, change: 1 | -1): void {
    const next = (byKey.get(key) ?? 0) + change;
    if (next > 0) byKey.set(key, next);
    else byKey.delete(key);
  }

  /** Resolves when a slot is reserved. */
  function place(signal: AbortSignal): Promise<void> {
    if (running < limits.running) {
      running += 1;
      return Promise.resolve();
    }
    if (queue.size >= limits.waiting) throw new GateFullError();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => leave(new GateFullError()), limits.maxWaitMs);
      const onAbort = () => leave(signal.reason);
      signal.addEventListener('abort', onAbort);
      function enter(): void {
        end();
        resolve();
      }
      function leave(reason: unknown): void {
        end();
        reject(reason);
      }
      function end(): void {
        queue.delete(enter);
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      }
      queue.add(enter);
    });
  }

  return {
    async run(key, signal, work) {
      signal.throwIfAborted();
      if ((byKey.get(key) ?? 0) >= limits.perKey) throw new GateFullError();
      count(key, 1);
      try {
        await place(signal);
        try {
          return await work();
        } finally {
          // Passes the slot to the next in the queue, if any.
          const [next] = queue;
          if (next) next();
          else running -= 1;
        }
      } finally {
        count(key, -1);
      }
    },
  };
}
