import { createHash } from 'node:crypto';
import { Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** One file of a bag. */
export interface BagFile {
  /** Words in ASCII with dots and hyphens, and folders; nothing that a file system or a manifest would have to escape. */
  path: string;
  /** Called when it is this file's turn. What it throws ends the bag. */
  open(): Promise<Readable | string>;
}

/** A bag: a folder whose files are listed with their SHA-256, so that anybody can check it in decades (BagIt, RFC 8493). */
export interface Bag {
  /** The folder in the ZIP file. */
  folder: string;
  /** Labels and values of bag-info.txt; each value is one line. */
  info: Record<string, string>;
  /** What the bag is about; written below `data/`, in this order. */
  payload: readonly BagFile[];
  /** Files that explain it; written beside `data/`, after the payload. */
  tagFiles: readonly BagFile[];
}

const PATH = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/**
 * Writes a bag as a ZIP file (ZIP64 where necessary). Nothing is compressed, because videos are already, so a damaged
 * archive loses only what is damaged. Needs little memory whatever the size.
 * @param target where the file is written; it is ended, or destroyed if the bag ends early
 * @param options.onBytes called with the number of bytes of the payload that were just read
 * @param options.onFile called for each file of the payload after it was written
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
  /** The file that is being written. */
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
    // Closes what it is read from if the bag has ended early.
    (current as Transform | null)?.destroy();
  }
}

/** Passes bytes on, and reports their SHA-256 before the stream ends. */
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
