/**
 * Writes one file of the origin's private file system. A worker, because only there a file can be written in place: what
 * was flushed is there after a crash, where a stream of the page would leave nothing until it is closed.
 */
export type WriterRequest = { open: { folder: string; name: string } } | { append: Uint8Array<ArrayBuffer> } | 'close';

/** `null`: done. Otherwise the name of the error, `QuotaExceededError` where the disk is full. */
export type WriterAnswer = string | null;

/** As in https://fs.spec.whatwg.org/#api-filesystemsyncaccesshandle; the types of a page do not have it. */
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
    // Some browsers say a full disk so.
    if (written < request.append.byteLength) throw new DOMException('The disk is full', 'QuotaExceededError');
    handle.flush();
  }
}

// One after the other, in the order in which they were asked for.
let last: Promise<void> = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<WriterRequest>) => {
  last = last
    .then(() => answer(data))
    .then(
      () => self.postMessage(null satisfies WriterAnswer),
      (error: unknown) => self.postMessage((error instanceof Error ? error.name : 'Error') satisfies WriterAnswer),
    );
};
