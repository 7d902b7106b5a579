/** Work that goes on after the reply. */
export interface BackgroundWork {
  start(work: () => Promise<void>): void;
  /** Waits for all that has been started. */
  settled(): Promise<void>;
}

/** Keeps track of work in the background so that a stopping service can finish it. Failures go to `onError`. */
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
