import { stat } from 'node:fs/promises';
import { deriveKey } from '../../../platform/auth/secrets.ts';
import { VERSION } from '../../../platform/config/version.ts';
import {
  copyOut,
  listSequences,
  listTables,
  readMigration,
  type Session,
  withSession,
} from '../../../platform/db/copy-rows.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { findKnownKeys, listStoredObjects, type StoredObjectRow } from '../../../platform/db/stored-objects.ts';
import { type Storage, StorageMissingError } from '../../../platform/storage/storage.ts';
import {
  BackupError,
  deleteOldBackups,
  hashFile,
  listBackups,
  objectPath,
  prepareFolder,
  readDamagedList,
  type StoredBytes,
  textContent,
  withFolderErrors,
  writeDamagedList,
  writeIndex,
  writeObject,
} from './backup-folder.ts';
import { type BackupContent, FORMAT } from './backup-format.ts';
import { isRecipient, WRONG_RECIPIENT } from './backup-key.service.ts';
import { BACKUP_LOCK } from './backup-locks.ts';

/** Rows of stored objects per query. */
const PAGE = 500;

/** How often a backup reads the rows again because videos were deleted meanwhile. */
const MAX_SNAPSHOTS = 10;

export interface BackupOptions {
  /** The folder for backups. */
  dir: string;
  databaseUrl: string;
  storage: Storage;
  schemas: readonly Schema[];
  /** The secret of the installation, and whether it is stored in a file: then the backup contains it. */
  appSecret: string;
  isSecretInFile: boolean;
  /** A public key (age) to encrypt to; null for no encryption. */
  recipient: string | null;
  /** How many backups are kept; null: all. */
  keep: number | null;
  /** Whether the folder had a marker before and must still have it: otherwise its disk is not mounted. */
  isMarked?: boolean;
  signal?: AbortSignal;
  onProgress?: (report: BackupReport) => void;
}

export interface BackupReport {
  /** Name of the backup; '' until it is complete. */
  name: string;
  /** Number of files, how many of them were copied now, and their bytes. */
  files: number;
  copied: number;
  bytes: number;
  rows: number;
  /** Files that are missing or damaged in the storage. */
  lost: { key: string; reason: string }[];
  /** Names of old backups that were deleted. */
  deleted: string[];
  /** How many damaged objects were replaced, and how many could not be. */
  repaired: number;
  stillDamaged: number;
}

/** To check whether a secret is that of a backup. */
export function fingerprintOf(appSecret: string): string {
  return deriveKey(appSecret, 'backup').toString('hex');
}

/**
 * Adds a backup to a folder while Kinreel runs. All rows are from one snapshot. Files are copied first, so that few
 * remain when the rows are read; if a file was deleted meanwhile, the rows are read again. A killed run does not change
 * earlier backups, and the next run reuses the files that were copied.
 * @throws BackupError if another backup is running, or the folder cannot be used
 */
export async function takeBackup(options: BackupOptions): Promise<BackupReport> {
  const { dir, recipient, isMarked = false } = options;
  if (recipient && !isRecipient(recipient)) throw new BackupError(WRONG_RECIPIENT.explanation, 'key');
  return withSession(options.databaseUrl, async (session) => {
    const { rows } = await session.client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [
      BACKUP_LOCK,
    ]);
    if (!rows[0].held) throw new BackupError('Another backup of this installation is running.');
    await prepareFolder(dir, isMarked);
    return withFolderErrors(dir, async () => new Backup(options, session).run());
  });
}

/** One run. Caches what the folder already contains. */
class Backup {
  readonly #options: BackupOptions;
  readonly #session: Session;
  readonly #report: BackupReport = {
    name: '',
    files: 0,
    copied: 0,
    bytes: 0,
    rows: 0,
    lost: [],
    deleted: [],
    repaired: 0,
    stillDamaged: 0,
  };
  /** Stored bytes of objects by name: of this run and of earlier backups. */
  readonly #known = new Map<string, StoredBytes>();
  /** Files in the folder, by storage key. A stored file never changes. */
  readonly #files = new Map<string, { object: string; size: number }>();
  /** Paths of objects that must be replaced. */
  #damaged = new Set<string>();

  constructor(options: BackupOptions, session: Session) {
    this.#options = options;
    this.#session = session;
  }

  async run(): Promise<BackupReport> {
    const { dir, recipient, keep } = this.#options;
    const createdAt = new Date().toISOString();
    this.#damaged = await readDamagedList(dir);
    for (const { index } of await listBackups(dir).catch(() => [])) {
      if (index?.recipient !== recipient) continue;
      for (const [name, stored] of Object.entries(index.objects)) this.#known.set(name, stored);
    }
    for await (const object of allStoredObjects(this.#session)) await this.#copyFile(object);
    const content = await this.#readConsistently();
    const { name } = await this.#write(textContent(JSON.stringify(content)));
    const names = [
      name,
      ...content.files.map(({ object }) => object),
      ...content.schemas.flatMap(({ tables }) => tables.map(({ object }) => object)),
    ];
    const objects: Record<string, StoredBytes> = {};
    for (const object of names) objects[object] = await this.#storedBytes(object);
    const index = { format: FORMAT, version: VERSION, createdAt, recipient, content: name, objects };
    this.#report.name = await writeIndex(dir, index, this.#options.appSecret);
    if (keep) this.#report.deleted = await deleteOldBackups(dir, keep);
    for (const path of this.#damaged) if (!(await stat(path).catch(() => null))) this.#damaged.delete(path);
    await writeDamagedList(dir, this.#damaged);
    this.#report.stillDamaged = this.#damaged.size;
    return this.#report;
  }

  /** The rows of one snapshot, and all files that they reference. */
  async #readConsistently(): Promise<BackupContent> {
    const { appSecret, isSecretInFile } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const { schemas, objects } = await this.#readRows();
      const lost: BackupContent['lost'] = [];
      const files: BackupContent['files'] = [];
      for (const object of objects) {
        const reason = await this.#copyFile(object);
        const file = this.#files.get(object.key);
        if (file) files.push({ key: object.key, ...file });
        else lost.push({ key: object.key, reason: reason ?? 'is missing' });
      }
      const named = await findKnownKeys(
        this.#session.db,
        lost.map(({ key }) => key),
      );
      if (lost.some(({ key }) => !named.has(key)) && attempt < MAX_SNAPSHOTS) continue;
      const rows = schemas.flatMap(({ tables }) => tables).reduce((sum, table) => sum + table.rows, 0);
      Object.assign(this.#report, { files: files.length, rows, lost });
      const secret = isSecretInFile ? appSecret : null;
      return { secret, secretFingerprint: fingerprintOf(appSecret), schemas, files, lost };
    }
  }

  /** Copies the rows of all tables in one snapshot. */
  async #readRows(): Promise<{ schemas: BackupContent['schemas']; objects: StoredObjectRow[] }> {
    const { client } = this.#session;
    await client.query('begin isolation level repeatable read read only');
    const schemas: BackupContent['schemas'] = [];
    for (const schema of this.#options.schemas) {
      const migration = await readMigration(this.#session, schema);
      if (!migration) continue;
      const tables: BackupContent['schemas'][number]['tables'] = [];
      for (const shape of await listTables(this.#session, schema)) {
        const { lines, countRows } = copyOut(this.#session, schema.name, shape);
        const { name: object } = await this.#write(lines);
        tables.push({ ...shape, rows: await countRows(), object });
      }
      schemas.push({ name: schema.name, migration, tables, sequences: await listSequences(this.#session, schema) });
    }
    const objects: StoredObjectRow[] = [];
    for await (const object of allStoredObjects(this.#session)) objects.push(object);
    await client.query('commit');
    return { schemas, objects };
  }

  /** Copies a file unless the folder has it. @returns why it cannot be copied, or null */
  async #copyFile({ key, size, sha256 }: StoredObjectRow): Promise<string | null> {
    this.#options.signal?.throwIfAborted();
    if (this.#files.has(key)) return null;
    const { storage } = this.#options;
    if (sha256 && size !== null && (await this.#hasObject(sha256, size))) {
      this.#files.set(key, { object: sha256, size });
      return null;
    }
    try {
      const written = await this.#write(await storage.open(key), (name) => !sha256 || name === sha256);
      if (sha256 && written.name !== sha256) return 'is damaged';
      this.#files.set(key, { object: written.name, size: written.size });
      if (written.stored) {
        this.#report.copied += 1;
        this.#report.bytes += written.size;
      }
      this.#options.onProgress?.(this.#report);
      return null;
    } catch (error) {
      if (error instanceof StorageMissingError) return 'is missing';
      throw error;
    }
  }

  /** Whether the folder has an object, with the right size and not known to be damaged. */
  async #hasObject(name: string, size: number): Promise<boolean> {
    const { dir, recipient } = this.#options;
    const path = objectPath(dir, name, recipient);
    const found = this.#damaged.has(path) ? null : await stat(path).catch(() => null);
    if (!found) return false;
    return recipient === null ? found.size === size : found.size === (this.#known.get(name)?.size ?? found.size);
  }

  async #write(content: Parameters<typeof writeObject>[1], isWanted?: (name: string) => boolean) {
    const { dir, recipient } = this.#options;
    const written = await writeObject(dir, content, recipient, { isWanted, damaged: this.#damaged });
    if (written.stored) {
      this.#known.set(written.name, written.stored);
      if (this.#damaged.delete(objectPath(dir, written.name, recipient))) this.#report.repaired += 1;
    }
    return written;
  }

  /**
   * Size and hash of a stored object: from the index that lists it, or read from the file if an interrupted backup
   * wrote it.
   */
  async #storedBytes(name: string): Promise<StoredBytes> {
    const stored =
      this.#known.get(name) ?? (await hashFile(objectPath(this.#options.dir, name, this.#options.recipient)));
    if (!stored) throw new BackupError(`${name} has vanished from the folder of backups.`);
    return stored;
  }
}

async function* allStoredObjects({ db }: Session): AsyncGenerator<StoredObjectRow> {
  for (let after = '', more = true; more; ) {
    const rows = await listStoredObjects(db, after, PAGE);
    // Chunks of a video are temporary.
    yield* rows.filter(({ kind }) => kind !== 'piece');
    after = rows.at(-1)?.key ?? after;
    more = rows.length > 0;
  }
}
