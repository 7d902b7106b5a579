/** Thrown by a gate that is full, and to those who have waited too long. */
export class GateFullError extends Error {
  constructor() {
    super('too many at once');
  }
}

/** Lets a few through at a time; a short queue waits, the rest is rejected at once. */
export interface Gate {
  /**
   * Runs the work when a place is free. Whoever leaves the queue by the signal never runs.
   * @param key who asks, for example an id
   * @throws GateFullError, the signal's reason, or the error of the work
   */
  run<Result>(key: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

export interface GateLimits {
  /** How many run at the same time. */
  running: number;
  /** How many may wait. */
  waiting: number;
  /** How many of one key may run or wait, so that nobody fills the queue alone. */
  perKey: number;
  maxWaitMs: number;
}

/** Creates a gate; its limits apply to this process. */
export function createGate(limits: GateLimits): Gate {
  let running = 0;
  const queue = new Set<() => void>();
  const byKey = new Map<string, number>();

  function count(key: string, change: 1 | -1): void {
    const next = (byKey.get(key) ?? 0) + change;
    if (next > 0) byKey.set(key, next);
    else byKey.delete(key);
  }

  /** Resolves when a place is reserved. */
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
          // The place goes to the next in the queue, if there is one.
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
