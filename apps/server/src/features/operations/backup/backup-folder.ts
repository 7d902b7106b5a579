import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupProblem } from '@kinreel/contracts';
import { isNoSpaceError, pathReason } from '@kinreel/service';
import { COMMAND_LINE } from '../../../platform/cli/command.ts';
import { newId } from '../../../platform/ids.ts';
import { isMissing } from '../../../platform/storage/staging.ts';
import { makeFolder } from '../../../platform/system/make-folder.ts';
import { type BackupIndex, backupIndex, FORMAT, indexFile } from './backup-format.ts';
import { decrypt, encrypt } from './backup-key.service.ts';
import { isSignatureOf, signText } from './backup-signature.service.ts';

/**
 * A folder with backups:
 *
 *     backups/2026-11-22T02-30-00-000Z.json   one index for each backup, written last
 *     objects/3f/3f9a…                        content of files and tables, deduplicated
 *     partial/                                files in progress; the next backup deletes them
 *     kinreel-backups.txt                     the marker: without it, the backup disk is not mounted
 *     damaged.json                            objects that a verification found damaged; the next backup replaces them
 *
 * Every file is written under `partial`, flushed and then renamed. So every named file is complete, even if a backup is
 * killed.
 */

/** Size and SHA-256 of an object as stored, after encryption if there is one. */
export interface StoredBytes {
  size: number;
  sha256: string;
}

/** A backup in the folder. */
export interface FoundBackup {
  /** Its time; the name of its index file. */
  name: string;
  /** Null if the index is damaged or its signature is invalid. */
  index: BackupIndex | null;
  /** The public key of the signer; null if it is unsigned or damaged. */
  signer: string | null;
}

/** A backup cannot be made or used. The message is for the operator. */
export class BackupError extends Error {
  readonly problem: BackupProblem;

  constructor(message: string, problem: BackupProblem = 'other') {
    super(message);
    this.problem = problem;
  }
}

const MARKER = 'kinreel-backups.txt';
const MARKER_TEXT = `This folder has the backups of a Kinreel. Keep this file: without it no backup is made here, because Kinreel
takes that for a disk that is not mounted. For a new disk run once: ${COMMAND_LINE} backup DIR
`;

/** Files that an empty folder may contain: a new disk has lost+found. */
const IGNORED = [MARKER, 'lost+found'];

const DAMAGED = 'damaged.json';

const indexFolder = (dir: string) => join(dir, 'backups');
const partialFolder = (dir: string) => join(dir, 'partial');

/**
 * Path of an object. Objects encrypted to different recipients are different files, because one key cannot decrypt
 * both.
 */
export function objectPath(dir: string, name: string, recipient: string | null): string {
  const suffix = recipient ? `.${sha256Of(recipient).slice(0, 8)}.age` : '';
  return join(dir, 'objects', name.slice(0, 2), `${name}${suffix}`);
}

/**
 * Creates and marks the folder for a backup.
 * @param isMarked whether it had a marker before and must still have it
 * @throws BackupError if it contains other files, or cannot be used
 */
export async function prepareFolder(dir: string, isMarked: boolean): Promise<void> {
  await withFolderErrors(dir, async () => {
    await requireFolder(dir, isMarked);
    for (const folder of [dir, join(dir, 'objects'), indexFolder(dir)]) {
      await makeFolder(folder, 0o700);
    }
    await rm(partialFolder(dir), { recursive: true, force: true });
    await mkdir(partialFolder(dir), { mode: 0o700 });
    await writeFile(join(dir, MARKER), MARKER_TEXT, { mode: 0o600 });
  });
}

/**
 * Checks whether backups can be made in a folder. Writes only a marker, if it has backups and no marker yet.
 * @param isMarked whether it had a marker before
 * @returns `new` if it has no backups yet, or the error
 */
export async function checkFolder(dir: string, isMarked: boolean): Promise<'marked' | 'new' | BackupError> {
  try {
    return await withFolderErrors(dir, async () => {
      const isOurs = await requireFolder(dir, isMarked);
      await makeFolder(dir, 0o700);
      const probe = join(dir, `.${newId()}`);
      try {
        await writeFile(probe, 'x', { mode: 0o600 });
      } finally {
        await rm(probe, { force: true });
      }
      if (!isOurs) return 'new';
      await writeFile(join(dir, MARKER), MARKER_TEXT, { mode: 0o600 });
      return 'marked';
    });
  } catch (error) {
    if (error instanceof BackupError) return error;
    throw error;
  }
}

/** @returns whether it has backups @throws BackupError if it contains other files, or its marker is missing */
async function requireFolder(dir: string, isMarked: boolean): Promise<boolean> {
  const entries = await readdir(dir).catch((error): string[] | null => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (isMarked && !entries?.includes(MARKER)) {
    const missing = entries ? `${join(dir, MARKER)} is missing` : `The folder ${dir} is missing`;
    throw new BackupError(
      `${missing}, so no backup was made. Is the disk mounted? For a new disk run once: ${COMMAND_LINE} backup ${dir}`,
      'folder',
    );
  }
  const isOurs = ['backups', 'objects'].every((name) => entries?.includes(name));
  if (!isOurs && entries?.some((name) => !IGNORED.includes(name))) {
    throw new BackupError(`${dir} has other files in it. Please use an empty folder for backups.`, 'folder');
  }
  return isOurs;
}

/** Runs work on the folder. @throws BackupError with the path and the reason, instead of a system error */
export async function withFolderErrors<Result>(dir: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, path, syscall } = error as NodeJS.ErrnoException;
    const isOfFolder = path?.startsWith(dir) || syscall === 'write' || syscall === 'fsync';
    if (error instanceof BackupError || !code || !isOfFolder) throw error;
    const reason = pathReason(error) ?? `the system says ${code}`;
    throw new BackupError(`The folder ${dir} cannot be used: ${reason}.`, isNoSpaceError(error) ? 'room' : 'folder');
  }
}

/** Paths of objects that a verification found damaged. */
export async function readDamagedList(dir: string): Promise<Set<string>> {
  const text = await readFile(join(dir, DAMAGED), 'utf8').catch(() => '[]');
  try {
    const names: unknown = JSON.parse(text);
    return new Set(Array.isArray(names) ? names.map((name) => join(dir, String(name))) : []);
  } catch {
    return new Set();
  }
}

/** Stores the paths of objects that the next backup must replace. */
export async function writeDamagedList(dir: string, paths: Iterable<string>): Promise<void> {
  const names = [...paths].map((path) => relative(dir, path));
  if (names.length === 0) await rm(join(dir, DAMAGED), { force: true });
  else await writeFile(join(dir, DAMAGED), JSON.stringify(names), { mode: 0o600 });
}

/** All backups in a folder, oldest first. @throws BackupError if there is none */
export async function listBackups(dir: string): Promise<FoundBackup[]> {
  const names = (await readdir(indexFolder(dir)).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  if (names.length === 0) {
    const started = await stat(join(dir, 'objects')).catch(() => null);
    throw new BackupError(
      started
        ? `${dir} has no complete backup: the first one was interrupted. Run the backup again.`
        : `${dir} is not a folder with backups of Kinreel.`,
    );
  }
  return Promise.all(
    names.map(async (file) => ({
      name: file.replace(/\.json$/, ''),
      ...(await readIndex(dir, file)),
    })),
  );
}

/** @returns nulls if it is damaged @throws BackupError if it has a newer format */
async function readIndex(dir: string, file: string): Promise<Pick<FoundBackup, 'index' | 'signer'>> {
  const path = join(indexFolder(dir), file);
  const damaged = { index: null, signer: null };
  try {
    const { body, sha256, signature } = indexFile.parse(JSON.parse(await readFile(path, 'utf8')));
    const text = JSON.stringify(body);
    if (sha256Of(text) !== sha256 || (signature && !isSignatureOf(signature, text))) return damaged;
    const { format } = body as { format: number };
    if (format > FORMAT) {
      throw new BackupError(`${path} was made by a newer version of Kinreel. Please use that version or a later one.`);
    }
    const index = backupIndex.parse(body);
    // Otherwise a signed backup renamed to a later date would be restored as the newest.
    if (signature && file !== `${nameOf(index)}.json`) return damaged;
    return { index, signer: signature?.signer ?? null };
  } catch (error) {
    if (error instanceof BackupError || (error as NodeJS.ErrnoException).code) throw error;
    return damaged;
  }
}

const nameOf = ({ createdAt }: BackupIndex) => createdAt.replaceAll(/[:.]/g, '-');

/** Completes and signs a backup. Its objects must exist. @returns its name */
export async function writeIndex(dir: string, index: BackupIndex, appSecret: string): Promise<string> {
  const name = nameOf(index);
  const text = JSON.stringify(index);
  const partial = join(partialFolder(dir), newId());
  await writeFile(
    partial,
    JSON.stringify({ body: index, sha256: sha256Of(text), signature: signText(text, appSecret) }),
    { mode: 0o600 },
  );
  await moveIntoPlace(partial, join(indexFolder(dir), `${name}.json`));
  return name;
}

/**
 * Writes an object unless it exists.
 * @param options.isWanted called after all bytes were read; decides whether the object is written
 * @param options.damaged paths of objects that are replaced
 * @returns its name and the size of its content; `stored` is null if nothing was written
 */
export async function writeObject(
  dir: string,
  content: Readable,
  recipient: string | null,
  { isWanted = () => true, damaged }: { isWanted?: (name: string) => boolean; damaged?: ReadonlySet<string> } = {},
): Promise<{ name: string; size: number; stored: StoredBytes | null }> {
  const partial = join(partialFolder(dir), newId());
  const [plain, stored] = [meter(), meter()];
  try {
    const metered = content.on('error', (error) => plain.stream.destroy(error)).pipe(plain.stream);
    const bytes = recipient ? await encrypt(metered, recipient) : metered;
    await pipeline(bytes, stored.stream, createWriteStream(partial, { mode: 0o600 }));
    const { sha256: name, size } = plain.result();
    const path = objectPath(dir, name, recipient);
    const written = stored.result();
    const there = await stat(path).catch(() => null);
    if (!isWanted(name) || (there?.size === written.size && !damaged?.has(path))) return { name, size, stored: null };
    await moveIntoPlace(partial, path);
    return { name, size, stored: written };
  } finally {
    content.destroy();
    await rm(partial, { force: true });
  }
}

/**
 * Reads the content of an object. The stream fails with BackupError if the content does not match its hash.
 * @param key the secret key, if the backup is encrypted
 */
export async function readObject(
  dir: string,
  name: string,
  recipient: string | null,
  key: string | null,
): Promise<Readable> {
  const path = objectPath(dir, name, recipient);
  const file = await open(path, 'r').catch((error) => {
    throw isMissing(error) ? new BackupError(`${path} is missing.`) : error;
  });
  const bytes = file.createReadStream({ highWaterMark: 1024 * 1024 });
  const content = recipient ? await decryptObject(bytes, path, key) : bytes;
  const hash = createHash('sha256');
  const check = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(hash.digest('hex') === name ? null : new BackupError(`${path} is damaged.`));
    },
  });
  content.on('error', (error: Error) =>
    check.destroy(recipient ? new BackupError(`${path} is damaged: ${error.message}`) : error),
  );
  check.on('close', () => content.destroy());
  return content.pipe(check);
}

async function decryptObject(bytes: Readable, path: string, key: string | null): Promise<Readable> {
  if (!key) {
    bytes.destroy();
    throw new BackupError('This backup is encrypted. Give the file with its secret key: --key FILE');
  }
  return decrypt(bytes, key).catch((error: Error) => {
    bytes.destroy();
    throw new BackupError(`${path} cannot be decrypted with this key: ${error.message}`);
  });
}

/** SHA-256 of a stream, in lower-case hex. */
export async function hashOf(bytes: Readable): Promise<string> {
  const result = meter();
  await pipeline(bytes, result.stream.resume());
  return result.result().sha256;
}

/** Bytes and SHA-256 of a file; null if it is missing. */
export async function hashFile(path: string): Promise<StoredBytes | null> {
  const result = meter();
  try {
    await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), result.stream.resume());
    return result.result();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Deletes all backups except the newest `keep`, and the objects that only they use. Deletes nothing if an index is
 * damaged, because the objects that it uses are unknown.
 * @returns the names of the deleted backups
 */
export async function deleteOldBackups(dir: string, keep: number): Promise<string[]> {
  const all = await listBackups(dir);
  if (all.some(({ index }) => !index)) return [];
  const [old, kept] = [all.slice(0, -keep), all.slice(-keep)];
  for (const { name } of old) await rm(join(indexFolder(dir), `${name}.json`));
  const wanted = new Set(
    kept.flatMap(({ index }) =>
      Object.keys(index?.objects ?? {}).map((object) => objectPath(dir, object, index?.recipient ?? null)),
    ),
  );
  for (const folder of await readdir(join(dir, 'objects'))) {
    for (const file of await readdir(join(dir, 'objects', folder))) {
      const path = join(dir, 'objects', folder, file);
      if (!wanted.has(path)) await rm(path);
    }
  }
  return old.map(({ name }) => name);
}

/** Passes bytes through; measures size and hash. */
function meter(): { stream: Transform; result(): StoredBytes } {
  const hash: Hash = createHash('sha256');
  let size = 0;
  return {
    stream: new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    }),
    result: () => ({ size, sha256: hash.digest('hex') }),
  };
}

async function moveIntoPlace(partial: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await flush(partial);
  await rename(partial, path);
  await flush(dirname(path));
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** SHA-256 of a text, in lower-case hex. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A text as the content of an object. */
export const textContent = (text: string): Readable => Readable.from([Buffer.from(text)]);
