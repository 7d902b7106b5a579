import { mkdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { findSecret, secretFile, writeSecret } from '../../../platform/auth/app-secret.ts';
import type { ServerConfig } from '../../../platform/config/config.ts';
import {
  copyIn,
  findUse,
  listTables,
  readMigration,
  replaceRows,
  type Session,
  setSequence,
  withSession,
} from '../../../platform/db/copy-rows.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { fingerprintOf } from './backup.service.ts';
import { BackupError, hashOf } from './backup-folder.ts';
import type { BackupContent } from './backup-format.ts';
import { deleteAgain, readDeletedLists } from './deleted-accounts.service.ts';
import { type OpenBackup, requireSigner, storeObject, type Trust, verifyBackups } from './read-backup.service.ts';

export interface RestoreOptions extends Pick<Trust, 'signer' | 'acceptUnsigned'> {
  dir: string;
  /** The secret key, if the backups are encrypted. */
  key: string | null;
  config: Pick<ServerConfig, 'dataDir' | 'appSecret'>;
  databaseUrl: string;
  storage: Storage;
  schemas: readonly Schema[];
  /** Restore the rest if files are missing or damaged in the backup. */
  skipDamaged: boolean;
  onProgress?: (report: RestoreReport) => void;
}

export interface RestoreReport {
  files: number;
  bytes: number;
  rows: number;
  /** Keys of files that could not be restored. */
  skipped: string[];
  /** Whether the installation has its secret; otherwise the operator has to set it. */
  hasSecret: boolean;
  /** Number of restored people who were deleted later, and will be deleted again. */
  deletedAgain: number;
  /** Names of later backups that are unreadable, so their deletions are unknown. */
  unread: string[];
}

/**
 * Restores a backup to an empty installation. Nothing is changed before the whole backup and the target are checked.
 * Files are restored first and rows last, in one transaction, so an interrupted restore can be run again. An older
 * backup is migrated. People whose deletion other backups in the folder list are deleted again.
 * @throws BackupError with the reason
 */
export async function restoreBackup(backup: OpenBackup, options: RestoreOptions): Promise<RestoreReport> {
  const { content } = backup;
  checkMigrations(content, options.schemas);
  await checkSecret(content, options);
  const appSecret = (await findSecret(options.config))?.appSecret ?? null;
  requireSigner(backup, { ...options, appSecret });
  const damaged = await findDamage(backup, options);
  await withSession(options.databaseUrl, (session) => checkDatabase(session, options.schemas));
  await checkStorage(content, options.storage);
  const deleted = await readDeletedLists(options.dir, backup, options.key);

  const report: RestoreReport = {
    files: 0,
    bytes: 0,
    rows: 0,
    skipped: [],
    hasSecret: false,
    deletedAgain: 0,
    unread: deleted.unread,
  };
  for (const file of content.files) {
    if (damaged.has(file.object)) {
      report.skipped.push(file.key);
      continue;
    }
    await restoreFile(backup, file, options.storage);
    report.files += 1;
    report.bytes += file.size;
    options.onProgress?.(report);
  }
  report.hasSecret = await restoreSecret(content, options);
  await restoreRows(backup, options);
  report.deletedAgain = await withSession(options.databaseUrl, (session) => deleteAgain(session, deleted));
  report.rows = content.schemas.flatMap(({ tables }) => tables).reduce((sum, { rows }) => sum + rows, 0);
  return report;
}

/** @throws BackupError if a newer version made the backup */
function checkMigrations(content: BackupContent, schemas: readonly Schema[]): void {
  for (const { name, migration } of content.schemas) {
    const schema = schemas.find((known) => known.name === name);
    if (schema?.migrations.includes(migration)) continue;
    throw new BackupError(
      `This backup was made by a newer version of Kinreel (its database has ${name} ${migration}). ` +
        'Install that version or a later one, and restore with it.',
    );
  }
}

/** Reads every byte. @returns objects that may be skipped @throws BackupError if a required object is damaged */
async function findDamage(backup: OpenBackup, { dir, skipDamaged }: RestoreOptions): Promise<Set<string>> {
  const { problems } = await verifyBackups(dir, backup.name);
  if (problems.size === 0) return new Set();
  const files = new Set(backup.content.files.map(({ object }) => object));
  for (const { tables } of backup.content.schemas) for (const { object } of tables) files.delete(object);
  const needed = [...problems].filter(([object]) => !files.has(object));
  const list = [...problems.values()].map(({ path, problem }) => `${path} is ${problem}.`);
  if (needed.length > 0) {
    throw new BackupError(
      `Rows of this backup cannot be read, so nothing was restored. Choose another backup with --backup NAME.\n${list.join('\n')}`,
    );
  }
  if (skipDamaged) return new Set(problems.keys());
  throw new BackupError(
    `${problems.size} files of this backup cannot be read, so nothing was restored. Choose another backup with --backup NAME, ` +
      `or restore all others with --skip-damaged.\n${list.join('\n')}`,
  );
}

/** @throws BackupError if the database has people or foreign tables */
async function checkDatabase(session: Session, schemas: readonly Schema[]): Promise<void> {
  const use = await findUse(session, schemas);
  if (use) throw new BackupError(`The database has ${use}. A backup is restored to an empty database only.`);
}

/** @throws BackupError if the storage has files that are not in this backup */
async function checkStorage({ files }: BackupContent, storage: Storage): Promise<void> {
  const known = new Set(files.map(({ key }) => key));
  for await (const { key } of storage.list('')) {
    if (known.has(key)) continue;
    throw new BackupError(
      `The storage has files in it, such as ${key}. A backup is restored to an empty storage only.`,
    );
  }
}

/** @throws BackupError if this installation has a different secret */
async function checkSecret({ secretFingerprint }: BackupContent, { config }: RestoreOptions): Promise<void> {
  const found = await findSecret(config);
  if (!found || fingerprintOf(found.appSecret) === secretFingerprint) return;
  throw new BackupError(
    config.appSecret
      ? 'APP_SECRET is not the secret of this backup. Set it to that one; if it is in the backup, leave it out.'
      : `${secretFile(config.dataDir)} is not the secret of this backup. Move that file to another place, and run this again.`,
  );
}

/** @returns whether the installation has its secret */
async function restoreSecret({ secret }: BackupContent, { config }: RestoreOptions): Promise<boolean> {
  if (await findSecret(config)) return true;
  if (!secret) return false;
  await mkdir(config.dataDir, { recursive: true });
  await writeSecret(config.dataDir, secret);
  return true;
}

/** Skips a file that an interrupted restore has already stored. */
async function restoreFile(
  backup: OpenBackup,
  { key, object, size }: BackupContent['files'][number],
  storage: Storage,
): Promise<void> {
  const there = await storage.stat(key);
  if (there?.size === size && (await hashOf(await storage.open(key))) === object) return;
  await storeObject(backup, object, storage, key);
}

/** Creates the tables in the version of the backup, fills them, and migrates them to this version. */
async function restoreRows({ content, read }: OpenBackup, { databaseUrl, schemas }: RestoreOptions): Promise<void> {
  const restored = content.schemas.map((saved) => {
    const schema = schemas.find(({ name }) => name === saved.name);
    if (!schema) throw new BackupError(`This backup has unknown tables: ${saved.name}.`);
    return { schema, saved };
  });
  await withSession(databaseUrl, async (session) => {
    for (const { schema, saved } of restored) await makeTables(session, schema, saved.migration, databaseUrl);
    await replaceRows(
      session,
      restored.map(({ schema }) => schema),
      async () => {
        for (const { schema, saved } of restored) {
          await checkTables(session, schema, saved);
          for (const table of saved.tables) {
            const lines = await read(table.object);
            // Listen immediately: an error of the statement without a listener would end the process.
            const rows = copyIn(session, schema.name, table);
            await pipeline(lines, rows);
            if (rows.rowCount === table.rows) continue;
            throw new BackupError(`${schema.name}.${table.name} has ${rows.rowCount} rows instead of ${table.rows}.`);
          }
          for (const sequence of saved.sequences) await setSequence(session, schema.name, sequence);
        }
      },
    );
  });
  for (const { schema } of restored) await schema.migrate(databaseUrl);
}

type SavedSchema = BackupContent['schemas'][number];

/** @throws BackupError if the backup contains a table, column or sequence that does not exist */
async function checkTables(session: Session, schema: Schema, { tables, sequences }: SavedSchema): Promise<void> {
  const there = new Map(
    (await listTables(session, { ...schema, skippedTables: [] })).map(({ name, columns }) => [name, new Set(columns)]),
  );
  const unknown = [
    ...tables.flatMap(({ name, columns }) => {
      const known = there.get(name);
      return known ? columns.filter((column) => !known.has(column)) : [name];
    }),
    ...(await unknownSequences(session, schema, sequences)),
  ];
  if (unknown.length === 0) return;
  throw new BackupError(
    `This backup contains ${JSON.stringify(unknown[0]).slice(0, 100)}, which its version of Kinreel does not have.` +
      'Another person has changed it, or made it. The database was not changed.',
  );
}

async function unknownSequences({ client }: Session, { name }: Schema, sequences: SavedSchema['sequences']) {
  if (sequences.length === 0) return [];
  const { rows } = await client.query<{ name: string }>(
    'select sequencename as name from pg_sequences where schemaname = $1',
    [name],
  );
  return sequences.map((sequence) => sequence.name).filter((one) => !rows.some((row) => row.name === one));
}

/** @throws BackupError if tables of a later version than the backup exist */
async function makeTables(session: Session, schema: Schema, migration: string, databaseUrl: string): Promise<void> {
  const there = await readMigration(session, schema);
  if (there && there > migration) {
    throw new BackupError(
      `The database has the tables of a later version (${schema.name} ${there}) than the backup (${migration}). ` +
        'Please use a new, empty database.',
    );
  }
  await schema.migrate(databaseUrl, migration);
}
