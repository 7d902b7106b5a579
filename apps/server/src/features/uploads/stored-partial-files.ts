import { createWriteStream } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../../platform/storage/storage.ts';
import { type PartialFiles, receive } from './received-bytes.ts';

/** The folder of the storage. The sweep of stored objects leaves it alone; removeUploadLeftovers() looks after it. */
const PREFIX = 'partial/';

/** Bytes of one object, and a chunk more. S3 takes them in one request, and a process has them in memory. */
const SEGMENT_BYTES = 4 * 1024 * 1024;

/** Digits of a position, so that keys are in the order of the bytes. */
const DIGITS = 14;

/** An object with the bytes from `start` to before `end`. */
interface Segment {
  key: string;
  start: number;
  end: number;
}

/**
 * Unfinished uploads as objects of the storage: each web server can go on where another one has stopped. The bytes are in
 * objects that never change, called by where they begin and end. A process that was cut off, and goes on although another one
 * has taken over, can so add the same bytes once more, and take nothing away.
 */
export function storedPartialFiles(storage: Storage): PartialFiles {
  const folderOf = (id: string) => `${PREFIX}${id}/`;
  const keyOf = (id: string, ...range: number[]) =>
    folderOf(id) + range.map((position) => String(position).padStart(DIGITS, '0')).join('-');

  /** By where they begin, like their keys. */
  async function listSegments(id: string): Promise<Segment[]> {
    const segments: Segment[] = [];
    for await (const { key } of storage.list(folderOf(id))) {
      const [start = 0, end = 0] = key.slice(folderOf(id).length).split('-').map(Number);
      segments.push({ key, start, end });
    }
    return segments;
  }

  return {
    async size(id) {
      return sizeOf(await listSegments(id));
    },
    async append(id, offset, source, options) {
      const folder = await storage.stagingFolder();
      const path = join(folder, 'segment');
      let [start, end] = [offset, offset];
      async function store(): Promise<void> {
        if (end > start) await storage.put(keyOf(id, start, end), path);
        start = end;
      }
      async function add(bytes: Buffer): Promise<void> {
        for (const reader of options.readers) reader.update(bytes);
        await writeFile(path, bytes, { flag: 'a', mode: 0o600 });
        end += bytes.length;
        if (end - start >= SEGMENT_BYTES) await store();
      }
      try {
        return await receive(source, options, { add, end: store });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async truncate(id, size) {
      for (const { key, start } of await listSegments(id)) if (start >= size) await storage.delete(key);
    },
    async linkInto(id, folder) {
      const path = join(folder, 'upload');
      await (await open(path, 'wx', 0o600)).close();
      let written = 0;
      for (const { key, start, end } of chainOf(await listSegments(id))) {
        const range = { start: written - start, end: end - start - 1 };
        await pipeline(await storage.open(key, range), createWriteStream(path, { flags: 'a' }));
        written = end;
      }
      return path;
    },
    async remove(id) {
      for (const { key } of await listSegments(id)) await storage.delete(key);
    },
    async list() {
      const ids = new Set<string>();
      for await (const { key } of storage.list(PREFIX)) ids.add(key.split('/')[1] ?? '');
      return [...ids];
    },
  };
}

/** The segments that have all bytes from the first one on, up to the first gap. @param segments by where they begin */
function chainOf(segments: readonly Segment[]): Segment[] {
  const chain: Segment[] = [];
  for (const segment of segments) {
    const { end } = chain.at(-1) ?? { end: 0 };
    if (segment.start > end) break;
    if (segment.end > end) chain.push(segment);
  }
  return chain;
}

function sizeOf(segments: readonly Segment[]): number {
  return chainOf(segments).at(-1)?.end ?? 0;
}
