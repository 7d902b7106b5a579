import type { WriterAnswer, WriterRequest } from './take-writer.worker.ts';

/** Appends the bytes of a recording. */
export interface TakeWriter {
  /** Resolves when the bytes are on disk. Rejects with a `QuotaExceededError` if the device is full. */
  append(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
}

/** Creates a file in the origin private file system, or overwrites an existing one. */
export async function openOnDevice(folder: string, name: string): Promise<TakeWriter> {
  const worker = new Worker(new URL('./take-writer.worker.ts', import.meta.url), { type: 'module' });
  const waiting: ((answer: WriterAnswer) => void)[] = [];
  worker.onmessage = ({ data }: MessageEvent<WriterAnswer>) => waiting.shift()?.(data);
  worker.onerror = () => {
    for (const settle of waiting.splice(0)) settle('Error');
  };
  const ask = async (request: WriterRequest) => {
    const answer = await new Promise<WriterAnswer>((resolve) => {
      waiting.push(resolve);
      worker.postMessage(request);
    });
    if (answer !== null) throw new DOMException('The recording could not be written', answer);
  };
  try {
    await ask({ open: { folder, name } });
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return {
    append: (bytes) => ask({ append: bytes }),
    close: () => ask('close').finally(() => worker.terminate()),
  };
}

/** Collects the bytes in this tab, for browsers without a file system (some private windows). */
export function openInMemory(): TakeWriter & { parts: Uint8Array<ArrayBuffer>[] } {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  return {
    parts,
    append: async (bytes) => {
      parts.push(bytes);
    },
    close: async () => {},
  };
}
