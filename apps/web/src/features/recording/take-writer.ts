import type { WriterAnswer, WriterRequest } from './take-writer.worker.ts';

/** Takes the bytes of a recording as they come, each at the end of what is there. */
export interface TakeWriter {
  /** Resolves when the bytes are safe. Rejects with a `QuotaExceededError` where the disk is full. */
  append(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
}

/** Begin a file on the device, in the origin's private file system; what stood there by that name is gone. */
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

/** Keep the bytes in this tab alone, where the browser has no files for a page (some private windows). */
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
