import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../../platform/db/database.ts';
import { listStoredObjects, type StoredObjectRow } from '../../../platform/db/stored-objects.ts';
import { type Storage, StorageMissingError } from '../../../platform/storage/storage.ts';

/** Objects that are copied in parallel. */
const CONCURRENCY = 4;

/** Rows per query. */
const PAGE = 500;

export interface MoveReport {
  /** Objects copied, and their bytes. */
  copied: number;
  bytes: number;
  /** Objects that the target already has with the same bytes. */
  present: number;
  /** Objects that rows reference and the target lacks, with the reason. */
  failed: { key: string; reason: string }[];
}

/**
 * Copies every object that a row references from one storage to another, and reads each back to verify it. Objects that
 * the target already has with the same bytes are skipped, so an interrupted move resumes. The source is only read.
 * Kinreel may run meanwhile: the rows are read again until nothing new is found.
 * @param onProgress called after every object
 * @throws StorageUnavailableError if a storage does not respond; copied objects are kept
 */
export async function moveObjects(
  db: Db,
  from: Storage,
  to: Storage,
  onProgress: (report: MoveReport) => void = () => {},
): Promise<MoveReport> {
  const report: MoveReport = { copied: 0, bytes: 0, present: 0, failed: [] };
  const done = new Set<string>();
  for (let found = -1; found !== done.size; ) {
    found = done.size;
    report.failed = [];
    const objects = allStoredObjects(db);
    const mover = async () => {
      for await (const object of objects) {
        if (done.has(object.key)) continue;
        const outcome = await moveObject(object, from, to);
        if ('reason' in outcome) {
          report.failed.push({ key: object.key, reason: outcome.reason });
        } else {
          done.add(object.key);
          if (outcome.copied === null) report.present += 1;
          else report.copied += 1;
          report.bytes += outcome.copied ?? 0;
        }
        onProgress(report);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, mover));
  }
  return report;
}

async function* allStoredObjects(db: Db): AsyncGenerator<StoredObjectRow> {
  for (let after = '', more = true; more; ) {
    const rows = await listStoredObjects(db, after, PAGE);
    yield* rows;
    after = rows.at(-1)?.key ?? after;
    more = rows.length > 0;
  }
}

/** @returns the bytes copied, null if the target already had them, or why the object could not be copied */
async function moveObject(
  object: StoredObjectRow,
  from: Storage,
  to: Storage,
): Promise<{ copied: number | null } | { reason: string }> {
  const { key } = object;
  const there = await to.stat(key);
  if (there && object.sha256 && there.size === object.size && (await hashOf(to, key)) === object.sha256) {
    return { copied: null };
  }
  const folder = await to.stagingFolder();
  try {
    const path = await from.materialize(key, folder, 'file');
    const { size } = await stat(path);
    const sha256 = await sha256Of(createReadStream(path, { highWaterMark: 1024 * 1024 }));
    if (object.sha256 && object.sha256 !== sha256) return { reason: 'is damaged: its SHA-256 is another' };
    // Photos have no stored hash, so the two copies are compared.
    if (there?.size === size && (await hashOf(to, key)) === sha256) return { copied: null };
    await to.put(key, path);
    if ((await hashOf(to, key)) === sha256) return { copied: size };
    await to.delete(key);
    return { reason: 'arrived damaged' };
  } catch (error) {
    if (!(error instanceof StorageMissingError)) throw error;
    return there && !object.sha256 ? { copied: null } : { reason: 'is missing' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const hashOf = async (storage: Storage, key: string) => sha256Of(await storage.open(key));

async function sha256Of(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
}
