import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../../platform/storage/storage.ts';
import { BackupError, type FoundBackup, hashFile, listBackups, objectPath, readObject } from './backup-folder.ts';
import { type BackupContent, type BackupIndex, backupContent } from './backup-format.ts';

/** A backup that can be read. */
export interface OpenBackup {
  name: string;
  index: BackupIndex;
  content: BackupContent;
  /** @param object its name @throws BackupError if it is missing; the stream fails with it if the object is damaged */
  read(object: string): Promise<Readable>;
}

/**
 * Opens a backup.
 * @param name null for the newest @param key the secret key, if it is encrypted
 * @throws BackupError with what is wrong
 */
export async function openBackup(dir: string, name: string | null, key: string | null): Promise<OpenBackup> {
  const found = await findBackup(dir, name);
  const { index } = found;
  if (!index) {
    throw new BackupError(`The list of backup ${found.name} is damaged. Choose an earlier backup with --backup NAME.`);
  }
  const read = (object: string) => readObject(dir, object, index.recipient, key);
  const content = backupContent.safeParse(await json(await read(index.content)));
  if (!content.success) throw new BackupError(`Backup ${found.name} is damaged: its content is not understood.`);
  return { name: found.name, index, content: content.data, read };
}

/** Puts an object of a backup into the storage, whole or not at all. */
export async function storeObject(backup: OpenBackup, object: string, storage: Storage, key: string): Promise<void> {
  const folder = await storage.stagingFolder();
  try {
    const path = join(folder, 'file');
    await pipeline(await backup.read(object), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    await storage.put(key, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findBackup(dir: string, name: string | null): Promise<FoundBackup> {
  const all = await listBackups(dir);
  const found = name ? all.find((backup) => backup.name === name) : all.at(-1);
  if (found) return found;
  throw new BackupError(`There is no backup ${name}. There are: ${all.map((backup) => backup.name).join(', ')}.`);
}

/** What was found when all bytes were read. */
export interface Verification {
  /** Names of the backups that were checked, and those whose list is damaged. */
  backups: string[];
  damagedIndexes: string[];
  objects: number;
  bytes: number;
  /** Paths of objects that are missing or damaged, by their names. */
  problems: Map<string, { path: string; problem: 'missing' | 'damaged' }>;
}

/**
 * Reads every byte of the backups and compares it with what was written. Needs no key: it compares the stored bytes.
 * @param name one backup, or null for all
 * @throws BackupError if there is no backup
 */
export async function verifyBackups(
  dir: string,
  name: string | null,
  onProgress: (soFar: Verification, objects: number) => void = () => {},
): Promise<Verification> {
  const found = name ? [await findBackup(dir, name)] : await listBackups(dir);
  const result: Verification = {
    backups: found.map((backup) => backup.name),
    damagedIndexes: found.flatMap((backup) => (backup.index ? [] : [backup.name])),
    ...{ objects: 0, bytes: 0, problems: new Map() },
  };
  const expected = expectedBytes(dir, found);
  for (const [path, { object, hashes }] of expected) {
    const stored = await hashFile(path);
    result.objects += 1;
    result.bytes += stored?.size ?? 0;
    if (!stored) result.problems.set(object, { path, problem: 'missing' });
    else if (!hashes.has(stored.sha256)) result.problems.set(object, { path, problem: 'damaged' });
    onProgress(result, expected.size);
  }
  return result;
}

/**
 * Paths of all objects with the hashes that their stored bytes may have: an encrypted object that was lost and written
 * again has other bytes than an earlier backup says.
 */
function expectedBytes(dir: string, backups: FoundBackup[]): Map<string, { object: string; hashes: Set<string> }> {
  const expected = new Map<string, { object: string; hashes: Set<string> }>();
  for (const { index } of backups) {
    for (const [object, { sha256 }] of Object.entries(index?.objects ?? {})) {
      const path = objectPath(dir, object, index?.recipient ?? null);
      const entry = expected.get(path) ?? { object, hashes: new Set() };
      expected.set(path, entry);
      entry.hashes.add(sha256);
    }
  }
  return expected;
}
