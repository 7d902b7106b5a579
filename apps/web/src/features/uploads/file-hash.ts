/** The SHA-256 of a file, while it is computed. */
export interface FileHash {
  /** In hex; null if the file or a worker fails. */
  result: Promise<string | null>;
  /** Stop computing it. */
  stop(): void;
}

/** Compute the SHA-256 of a file of any size in a worker, so that the page stays responsive. */
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
