import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../../../platform/storage/storage.ts';
import { BackupError, type FoundBackup, hashFile, listBackups, objectPath, readObject } from './backup-folder.ts';
import { type BackupContent, type BackupIndex, backupContent } from './backup-format.ts';
import { signerOf } from './backup-signature.service.ts';

/** An opened backup. */
export interface OpenBackup {
  name: string;
  index: BackupIndex;
  /** The public key of the signer; null if it is unsigned. */
  signer: string | null;
  content: BackupContent;
  /**
   * @param object its name
   * @throws BackupError if it is missing; the stream fails with BackupError if the object is damaged
   */
  read(object: string): Promise<Readable>;
}

/**
 * Opens a backup.
 * @param name null for the newest @param key the secret key, if it is encrypted
 * @throws BackupError with the reason
 */
export async function openBackup(dir: string, name: string | null, key: string | null): Promise<OpenBackup> {
  const found = await findBackup(dir, name);
  const { index } = found;
  if (!index) {
    throw new BackupError(`The index of backup ${found.name} is damaged. Choose an earlier backup with --backup NAME.`);
  }
  const read = (object: string) => readObject(dir, object, index.recipient, key);
  const content = backupContent.safeParse(await json(await read(index.content)));
  if (!content.success) throw new BackupError(`Backup ${found.name} is damaged: its content is invalid.`);
  return { name: found.name, index, signer: found.signer, content: content.data, read };
}

/** Which signers the operator trusts. */
export interface Trust {
  /** The public key of the required signer; null if the operator gives none. */
  signer: string | null;
  /** The secret of the installation that uses the backup; null if it has none yet. */
  appSecret: string | null;
  /** Whether an unsigned backup is accepted: earlier versions did not sign. */
  acceptUnsigned: boolean;
}

/**
 * Anybody with write access to the folder can add a backup, also one encrypted to the operator's key. Therefore the
 * signer is checked. An unencrypted backup contains the secret, so whoever can read it can sign: its signature only has
 * to match that secret.
 * @throws BackupError if the backup is not known to be from this installation
 */
export function requireSigner({ name, index, signer, content }: OpenBackup, trust: Trust): void {
  if (signer === null) {
    if (trust.acceptUnsigned) return;
    throw new BackupError(
      `Backup ${name} is not signed. Versions of Kinreel before this one made such backups, but anybody else can, too. If you know ` +
        'where it comes from, add --accept-unsigned.',
    );
  }
  const inside = content.secret && index.recipient === null ? signerOf(content.secret) : null;
  const expected = trust.signer ?? (trust.appSecret ? signerOf(trust.appSecret) : inside);
  if (expected === signer) return;
  throw new BackupError(
    expected === null
      ? `Backup ${name} is signed by ${signer}. Nothing here says whether that is your installation: anybody can encrypt to your key. If ` +
          `"kinreel status" or "kinreel backup" has printed this signer there, add --signer ${signer}`
      : `Backup ${name} is signed by ${signer}, and not by ${expected}: another installation has made it, or an attacker who wants you to ` +
          'restore it.',
  );
}

/** Copies an object of a backup into the storage, atomically. */
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

/** The result of reading all bytes. */
export interface Verification {
  /** Names of the checked backups, and of those whose index is damaged. */
  backups: string[];
  damagedIndexes: string[];
  /** Names of the backups by signer; null for unsigned ones. */
  signers: Map<string | null, string[]>;
  objects: number;
  bytes: number;
  /** Missing or damaged objects, by name. */
  problems: Map<string, { path: string; problem: 'missing' | 'damaged' }>;
}

/** The problems that a verification found, in a sentence for the operator; null if everything is intact. */
export function describeProblems({ backups, damagedIndexes, objects, problems }: Verification): string | null {
  if (problems.size + damagedIndexes.length === 0) return null;
  const lists = damagedIndexes.map((name) => `the index of backup ${name} is damaged, so it cannot be restored.`);
  const paths = [...problems.values()].slice(0, 3).map(({ path, problem }) => `${path} is ${problem}.`);
  return [
    `${problems.size} of ${objects} files of ${backups.length} backups are damaged or missing.`,
    ...lists,
    ...paths,
  ]
    .join(' ')
    .slice(0, 1000);
}

/**
 * Reads every stored byte of the backups and compares the hashes. Needs no key. A backup may be made meanwhile.
 * @param name one backup, or null for all
 * @throws BackupError if there is no backup
 */
export async function verifyBackups(
  dir: string,
  name: string | null,
  { onProgress, signal }: { onProgress?: (soFar: Verification, objects: number) => void; signal?: AbortSignal } = {},
): Promise<Verification> {
  const found = name ? [await findBackup(dir, name)] : await listBackups(dir);
  const result: Verification = {
    backups: found.map((backup) => backup.name),
    damagedIndexes: found.flatMap((backup) => (backup.index ? [] : [backup.name])),
    signers: namesBySigner(found),
    objects: 0,
    bytes: 0,
    problems: new Map(),
  };
  const expected = expectedBytes(dir, found);
  for (const [path, { object, hashes }] of expected) {
    signal?.throwIfAborted();
    const stored = await hashFile(path);
    result.objects += 1;
    result.bytes += stored?.size ?? 0;
    if (!stored) result.problems.set(object, { path, problem: 'missing' });
    else if (!hashes.has(stored.sha256)) result.problems.set(object, { path, problem: 'damaged' });
    onProgress?.(result, expected.size);
  }
  if (result.problems.size > 0) await forgetChanged(dir, result);
  return result;
}

function namesBySigner(found: FoundBackup[]): Verification['signers'] {
  const signers: Verification['signers'] = new Map();
  for (const { name, index, signer } of found) if (index) signers.set(signer, [...(signers.get(signer) ?? []), name]);
  return signers;
}

/** Removes objects that a concurrent backup has deleted or replaced. */
async function forgetChanged(dir: string, result: Verification): Promise<void> {
  const expected = expectedBytes(dir, await listBackups(dir));
  for (const [object, { path }] of result.problems) {
    const hashes = expected.get(path)?.hashes;
    const stored = await hashFile(path);
    if (!hashes || (stored && hashes.has(stored.sha256))) result.problems.delete(object);
  }
}

/**
 * Paths of all objects, with the hashes that their stored bytes may have: after an encrypted object was replaced, its
 * bytes differ from those that earlier indexes list.
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
