/**
 * Writes one file of the origin private file system. Only workers can write files in place: flushed bytes survive a
 * crash, while a page's stream stores nothing until it is closed.
 */
export type WriterRequest = { open: { folder: string; name: string } } | { append: Uint8Array<ArrayBuffer> } | 'close';

/** `null`: done. Otherwise the name of the error, such as `QuotaExceededError` if the device is full. */
export type WriterAnswer = string | null;

/** As in https://fs.spec.whatwg.org/#api-filesystemsyncaccesshandle. The types for pages do not include it. */
interface SyncAccessHandle {
  write(data: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

let handle: SyncAccessHandle | null = null;
let size = 0;

async function answer(request: WriterRequest): Promise<void> {
  if (request === 'close') {
    handle?.close();
    handle = null;
  } else if ('open' in request) {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(request.open.folder, { create: true });
    const file = await folder.getFileHandle(request.open.name, { create: true });
    handle = await (
      file as unknown as { createSyncAccessHandle(): Promise<SyncAccessHandle> }
    ).createSyncAccessHandle();
    handle.truncate(0);
  } else {
    if (!handle) throw new DOMException('No file is open', 'InvalidStateError');
    const written = handle.write(request.append, { at: size });
    size += written;
    // Some browsers report a full disk as a short write.
    if (written < request.append.byteLength) throw new DOMException('The disk is full', 'QuotaExceededError');
    handle.flush();
  }
}

// Handles requests sequentially.
let last: Promise<void> = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<WriterRequest>) => {
  last = last
    .then(() => answer(data))
    .then(
      () => self.postMessage(null satisfies WriterAnswer),
      (error: unknown) => self.postMessage((error instanceof Error ? error.name : 'Error') satisfies WriterAnswer),
    );
};
