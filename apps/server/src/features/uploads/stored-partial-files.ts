import { createWriteStream } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../../platform/storage/storage.ts';
import { type PartialFiles, receive } from './received-bytes.ts';

/** The folder in the storage. The sweep of stored objects ignores it; removeUploadLeftovers() cleans it up. */
const PREFIX = 'partial/';

/**
 * Size of an object in bytes, plus at most one chunk. S3 stores it in one request, and a process keeps it in memory.
 */
const SEGMENT_BYTES = 4 * 1024 * 1024;

/** Digits of an offset, so that keys sort in byte order. */
const DIGITS = 14;

/** An object with the bytes from `start` (inclusive) to `end` (exclusive). */
interface Segment {
  key: string;
  start: number;
  end: number;
}

/**
 * Unfinished uploads as objects in the storage, so that any web server can resume an upload. The objects never change,
 * and are named by their start and end offset. A process that continues after another one has taken over can only add
 * the same bytes again.
 */
export function storedPartialFiles(storage: Storage): PartialFiles {
  const folderOf = (id: string) => `${PREFIX}${id}/`;
  const keyOf = (id: string, ...range: number[]) =>
    folderOf(id) + range.map((position) => String(position).padStart(DIGITS, '0')).join('-');

  /** Sorted by start, like their keys. */
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

/** The segments without a gap, starting at the first byte. @param segments sorted by start */
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
