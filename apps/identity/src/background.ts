/** Work that continues after the response. */
export interface BackgroundWork {
  start(work: () => Promise<void>): void;
  /** Waits for all started work. */
  settled(): Promise<void>;
}

/** Tracks background work so that a stopping service can finish it. Errors are passed to `onError`. */
export function createBackgroundWork(onError: (error: unknown) => void): BackgroundWork {
  const running = new Set<Promise<void>>();
  return {
    start(work) {
      const promise = work()
        .catch(onError)
        .finally(() => running.delete(promise));
      running.add(promise);
    },
    async settled() {
      await Promise.all(running);
    },
  };
}
