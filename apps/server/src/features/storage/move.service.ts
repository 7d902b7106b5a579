import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../platform/db/database.ts';
import { type Storage, StorageMissingError } from '../../platform/storage/storage.ts';
import { type NamedObject, namedObjects } from './move.queries.ts';

/** Objects that are copied side by side. */
const AT_ONCE = 4;

export interface MoveReport {
  /** Objects copied, and their bytes. */
  copied: number;
  bytes: number;
  /** Objects that the target had already, byte for byte. */
  present: number;
  /** Objects that rows name and the target does not have, with the reason in words. */
  failed: { key: string; reason: string }[];
}

/**
 * Copy every object that a row names from one storage to another, and read each back to see that it arrived. What the
 * target has already, byte for byte, is left as it is, so a move that was cut off goes on where it stopped. The source
 * is only read. People may use Kinreel meanwhile: the rows are gone through again until nothing new is found.
 * @param onProgress is told after every object
 * @throws StorageUnavailableError when a storage does not answer; what was copied stays
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
    const objects = namedObjects(db);
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
    await Promise.all(Array.from({ length: AT_ONCE }, mover));
  }
  return report;
}

/** @returns the bytes copied, null if the target had them; or why it could not be copied */
async function moveObject(
  object: NamedObject,
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
    // Of a photo no row knows the content, so the two are compared.
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
