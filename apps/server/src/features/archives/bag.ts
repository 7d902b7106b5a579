import { createHash } from 'node:crypto';
import { Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** One file of a bag. */
export interface BagFile {
  /**
   * ASCII letters, digits, dots, hyphens and slashes: nothing that a file system or a manifest would have to escape.
   */
  path: string;
  /** Opens the file when it is written. An error aborts the bag. */
  open(): Promise<Readable | string>;
}

/** A bag: a folder with a manifest of SHA-256 hashes, so that anybody can verify it in decades (BagIt, RFC 8493). */
export interface Bag {
  /** The folder in the ZIP file. */
  folder: string;
  /** Labels and values of bag-info.txt; each value is one line. */
  info: Record<string, string>;
  /** The content; written below `data/`, in this order. */
  payload: readonly BagFile[];
  /** Files that describe the content; written next to `data/`, after the payload. */
  tagFiles: readonly BagFile[];
}

const PATH = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/**
 * Writes a bag as a ZIP file (ZIP64 where necessary). Nothing is compressed, because videos already are, and damage to
 * the file then affects only single entries. Memory use does not depend on the size.
 * @param target output stream; ended at the end, destroyed if the bag is aborted
 * @param options.onBytes called with the number of payload bytes that were just read
 * @param options.onFile called for each payload file after it was written
 */
export async function writeBag(
  target: Writable,
  bag: Bag,
  options: { signal: AbortSignal; onBytes(bytes: number): void; onFile(path: string, sha256: string): void },
): Promise<void> {
  const zip = new ZipFile();
  const manifest: string[] = [];
  const tagManifest: string[] = [];
  let payloadBytes = 0;
  /** The file being written. */
  let current: Transform | null = null;

  function add(
    path: string,
    open: BagFile['open'],
    onHash: (sha256: string) => void,
    onChunk?: (bytes: number) => void,
  ) {
    if (!PATH.test(path)) throw new Error(`Not a path for a bag: ${path}`);
    zip.addReadStreamLazy(`${bag.folder}/${path}`, { compress: false, mode: 0o100644 }, (use) => {
      open()
        .then((content) => {
          const bytes = typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content;
          const hashed = hashing(onHash, onChunk);
          current = hashed;
          pipeline(bytes, hashed).catch((error) => zip.emit('error', error));
          use(null, hashed);
        })
        .catch((error) => zip.emit('error', error));
    });
  }
  const addTagFile = ({ path, open }: BagFile) => add(path, open, (sha256) => tagManifest.push(`${sha256}  ${path}\n`));

  addTagFile({ path: 'bagit.txt', open: async () => 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n' });
  for (const { path, open } of bag.payload) {
    const onHash = (sha256: string) => {
      manifest.push(`${sha256}  data/${path}\n`);
      options.onFile(path, sha256);
    };
    add(`data/${path}`, open, onHash, (bytes) => {
      payloadBytes += bytes;
      options.onBytes(bytes);
    });
  }
  for (const file of bag.tagFiles) addTagFile(file);
  addTagFile({
    path: 'bag-info.txt',
    open: async () => infoOf({ ...bag.info, 'Payload-Oxum': `${payloadBytes}.${bag.payload.length}` }),
  });
  addTagFile({ path: 'manifest-sha256.txt', open: async () => manifest.join('') });
  add(
    'tagmanifest-sha256.txt',
    async () => tagManifest.join(''),
    () => {},
  );
  zip.end();

  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error));
  try {
    await pipeline(output, target, { signal: options.signal });
  } finally {
    // Closes its source if the bag was aborted.
    (current as Transform | null)?.destroy();
  }
}

/** Passes bytes through, and reports their SHA-256 before the stream ends. */
function hashing(onHash: (sha256: string) => void, onChunk?: (bytes: number) => void): Transform {
  const hash = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      onChunk?.(chunk.length);
      done(null, chunk);
    },
    flush(done) {
      onHash(hash.digest('hex'));
      done();
    },
  });
}

function infoOf(info: Record<string, string>): string {
  return Object.entries(info)
    .map(([label, value]) => `${label}: ${value.replace(/\s+/gu, ' ')}\n`)
    .join('');
}
