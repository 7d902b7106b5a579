import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { findKnownKeys, listStoredObjects, type StoredObjectRow } from '../../../platform/db/stored-objects.ts';
import type { FileProblem } from '../../../platform/db/tables.ts';
import type { Deps } from '../../../platform/deps.ts';
import { StorageMissingError } from '../../../platform/storage/storage.ts';
import {
  deleteProblem,
  findScan,
  finishScan,
  listProblems,
  type ProblemRow,
  restartScan,
  saveProblem,
  saveProgress,
} from './integrity.queries.ts';

/** Files checked per saved progress, and keys per query. */
const PAGE = 50;

/** A file without a row counts as an orphan from this age on; the row of a younger one may not be written yet. */
const ORPHAN_AGE_MS = 2 * 3600_000;

/** Time between the starts of two background scans. */
const SCAN_INTERVAL_MS = 7 * 24 * 3600_000;

type ScanDeps = Pick<Deps, 'db' | 'storage'>;

export interface ScanOptions {
  /** Read rate in bytes per second; Infinity for the command. */
  bytesPerSecond: number;
  /** When to pause, in milliseconds like Date.now(). The next call continues there. */
  stopAt?: number;
  orphanAgeMs?: number;
  signal?: AbortSignal;
  onProgress?: (soFar: { files: number; bytes: number }) => void;
}

/**
 * Reads stored files and compares them with the hashes in their rows; photos have no hash, so only their existence is
 * checked. Then it looks for files without a row. Continues where the last call paused.
 * @returns whether the scan is complete
 * @throws StorageUnavailableError; then no file counts as missing
 */
export async function scanFiles(deps: ScanDeps, options: ScanOptions): Promise<boolean> {
  const { stopAt = Number.POSITIVE_INFINITY, orphanAgeMs = ORPHAN_AGE_MS, signal, onProgress } = options;
  const scan = await findScan(deps.db);
  if (!scan || scan.position === '') await restartScan(deps.db);
  let { position, files, bytes } = scan?.position ? scan : { position: '', files: 0, bytes: 0 };
  const startedAt = Date.now();
  let read = 0;
  const pause = async (count: number) => {
    signal?.throwIfAborted();
    read += count;
    const early = (read / options.bytesPerSecond) * 1000 - (Date.now() - startedAt);
    if (early > 10) await delay(early, undefined, { signal });
  };
  for (let page = await listStoredObjects(deps.db, position, PAGE); page.length > 0; ) {
    for (const object of page) {
      const before = read;
      await checkFile(deps, object, pause);
      [position, files, bytes] = [object.key, files + 1, bytes + read - before];
      onProgress?.({ files, bytes });
      if (Date.now() >= stopAt) break;
    }
    await saveProgress(deps.db, { position, files, bytes });
    if (Date.now() >= stopAt) return false;
    page = await listStoredObjects(deps.db, position, PAGE);
  }
  await findOrphans(deps, new Date(Date.now() - orphanAgeMs), signal);
  await finishScan(deps.db);
  return true;
}

/** Continues the background scan, or starts one a week after the last. @returns whether there was anything to do */
export async function continueScan(deps: ScanDeps, options: ScanOptions): Promise<boolean> {
  const scan = await findScan(deps.db);
  const isDue = !scan?.finished_at || scan.position !== '' || scan.started_at.getTime() < Date.now() - SCAN_INTERVAL_MS;
  if (isDue) await scanFiles(deps, options);
  return isDue;
}

/**
 * Compares one file, and saves or deletes its problem.
 * @param pause called with the number of bytes after each chunk
 */
async function checkFile(
  deps: ScanDeps,
  object: StoredObjectRow,
  pause: (bytes: number) => Promise<void>,
): Promise<void> {
  const problem = await findProblem(deps, object, pause);
  if (!problem) return deleteProblem(deps.db, object.key);
  // The file may have been deleted with its row since the page was listed.
  const known = await findKnownKeys(deps.db, [object.key]);
  if (known.has(object.key)) await saveProblem(deps.db, object.key, problem);
}

async function findProblem(
  { storage }: ScanDeps,
  { key, size, sha256 }: StoredObjectRow,
  pause: (bytes: number) => Promise<void>,
): Promise<FileProblem | null> {
  const found = await storage.stat(key);
  if (!found) return 'missing';
  if (!sha256) return null;
  if (found.size !== size) return 'altered';
  const hash = createHash('sha256');
  try {
    for await (const part of await storage.open(key)) {
      hash.update(part);
      await pause(part.length);
    }
  } catch (error) {
    if (error instanceof StorageMissingError) return 'missing';
    throw error;
  }
  return hash.digest('hex') === sha256 ? null : 'altered';
}

async function findOrphans({ db, storage }: ScanDeps, before: Date, signal?: AbortSignal): Promise<void> {
  let batch: string[] = [];
  async function check(): Promise<void> {
    const known = await findKnownKeys(db, batch);
    for (const key of batch) if (!known.has(key)) await saveProblem(db, key, 'orphaned');
    batch = [];
  }
  for await (const { key, modifiedAt } of storage.list('')) {
    signal?.throwIfAborted();
    if (modifiedAt >= before) continue;
    batch.push(key);
    if (batch.length >= PAGE) await check();
  }
  await check();
}

/** State of the stored files, for the operator. */
export interface IntegritySummary {
  /** Start of the current scan, and end of the last complete one; null if there was none. */
  startedAt: Date | null;
  finishedAt: Date | null;
  isRunning: boolean;
  /** Files and bytes that the current or last scan has read. */
  files: number;
  bytes: number;
  /** Number of files by problem, and the problems. */
  counts: Record<FileProblem, number>;
  problems: ProblemRow[];
}

export async function integritySummary(db: Deps['db']): Promise<IntegritySummary> {
  const scan = await findScan(db);
  const problems = await listProblems(db);
  const counts = { missing: 0, altered: 0, orphaned: 0 };
  for (const { problem } of problems) counts[problem] += 1;
  return {
    startedAt: scan?.started_at ?? null,
    finishedAt: scan?.finished_at ?? null,
    isRunning: Boolean(scan?.position),
    files: scan?.files ?? 0,
    bytes: scan?.bytes ?? 0,
    counts,
    problems,
  };
}
