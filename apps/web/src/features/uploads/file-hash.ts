/** The SHA-256 of a file while it is being computed. */
export interface FileHash {
  /** In hexadecimal; null if the file cannot be read, or the browser cannot do it. */
  result: Promise<string | null>;
  /** Stop computing it. */
  stop(): void;
}

/** Compute the SHA-256 of a file of any size in a thread of its own, so that the page never waits for it. */
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
