/** A running SHA-256 computation. */
export interface FileHash {
  /** Hex string; null if the file or the worker fails. */
  result: Promise<string | null>;
  /** Cancels the computation. */
  stop(): void;
}

/** Computes the SHA-256 of a file of any size in a worker, so that the page stays responsive. */
export function hashFile(file: File): FileHash {
  const worker = new Worker(new URL('./file-hash.worker.ts', import.meta.url), { type: 'module' });
  const result = new Promise<string | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
    worker.onerror = () => resolve(null);
  });
  worker.postMessage(file);
  void result.then(() => worker.terminate());
  return { result, stop: () => worker.terminate() };
}
