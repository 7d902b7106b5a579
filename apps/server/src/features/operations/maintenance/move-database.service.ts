import {
  findUse,
  listSequences,
  listTables,
  readMigration,
  replaceRows,
  type Session,
  setSequence,
  withSession,
} from '../../../platform/db/copy-rows.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import {
  closeStaging,
  haveRowsArrived,
  LOCK_TIMEOUT,
  markArrived,
  openStaging,
  stageTable,
  tableName,
  unstageTable,
} from './staged-rows.ts';

export interface DatabaseMove {
  /** URLs of the databases. */
  from: string;
  to: string;
  schemas: readonly Schema[];
  onProgress?: (soFar: MovedRows) => void;
  /** Completes the target before it is used. Must be idempotent. */
  complete: (databaseUrl: string) => Promise<void>;
}

export interface MovedRows {
  tables: number;
  rows: number;
  /** Number of tables that an earlier, interrupted move had copied. */
  keptTables: number;
}

/**
 * Copies all rows of an installation to an empty database. Rows are first staged, table by table, then all are moved to
 * their tables in one transaction. Each table is read back and compared. An interrupted move resumes; tables that have
 * changed in the source since then are copied again. The source is unchanged.
 * @throws Error with a message for the operator if a database cannot be used, or rows differ
 */
export async function moveRows({ from, to, schemas: known, onProgress, complete }: DatabaseMove): Promise<MovedRows> {
  // Files of unfinished uploads are not moved, so their rows must be.
  const schemas = known.map((schema) => ({ ...schema, skippedTables: [] }));
  return withSession(from, async (source) => {
    await checkIsStopped(source);
    await beginReading(source, await listNames(source, schemas));
    const migrations = await readMigrations(source, schemas);
    return withSession(to, async (target) => {
      const use = await findUse(target, schemas);
      const hasArrived = await haveRowsArrived(target);
      if (use && !hasArrived)
        throw new Error(`The new database has ${use}. Please use an empty one; nothing was changed.`);
      await openStaging(target);
      const moved: MovedRows = { tables: 0, rows: 0, keptTables: 0 };
      if (!hasArrived) {
        for (const [schema, migration] of migrations) await schema.migrate(to, migration);
        const load = await stageAll(source, target, [...migrations.keys()], moved, onProgress);
        await replaceRows(target, [...migrations.keys()], load);
      }
      await complete(to);
      await closeStaging(target);
      return moved;
    });
  });
}

async function listNames(source: Session, schemas: readonly Schema[]): Promise<string[]> {
  const names = schemas.map(async (schema) =>
    (await listTables(source, schema)).map((table) => tableName(source, schema.name, table)),
  );
  return (await Promise.all(names)).flat();
}

/** Stages all tables. @returns a function that moves the rows to their tables, in a transaction */
async function stageAll(
  source: Session,
  target: Session,
  schemas: readonly Schema[],
  moved: MovedRows,
  onProgress: DatabaseMove['onProgress'],
): Promise<() => Promise<void>> {
  const steps: (() => Promise<void>)[] = [];
  for (const schema of schemas) {
    for (const table of await listTables(source, schema)) {
      const staged = await stageTable(source, target, schema.name, table);
      steps.push(() => unstageTable(target, schema.name, table, staged));
      moved.rows += staged.rows;
      moved.tables += 1;
      if (staged.kept) moved.keptTables += 1;
      onProgress?.(moved);
    }
    for (const sequence of await listSequences(source, schema)) {
      steps.push(() => setSequence(target, schema.name, sequence));
    }
  }
  return async () => {
    for (const step of steps) await step();
    await markArrived(target);
  };
}

/**
 * Opens a snapshot of the source and blocks writes until the session ends, because rows that a started Kinreel writes
 * meanwhile would be missing.
 * @throws Error if another session is writing
 */
async function beginReading({ client }: Session, tables: readonly string[]): Promise<void> {
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
  await client.query('begin isolation level repeatable read');
  if (tables.length > 0) {
    await client.query(`lock table ${tables.join(', ')} in share mode`).catch((error) => {
      throw error.code === '55P03' ? new Error('Something else writes to the old database. Stop it first.') : error;
    });
  }
}

/** Checks that no Kinreel uses the database: rows that it writes during the move would be lost. @throws Error */
async function checkIsStopped({ client }: Session): Promise<void> {
  const { rows } = await client.query(
    `select exists (select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name like 'kinreel%') as used`,
  );
  if (rows[0].used) throw new Error('Kinreel is running with this database. Stop it first; nothing was changed.');
}

/** The schemas with their current migration. @throws Error if there is none, or a newer one */
async function readMigrations(source: Session, schemas: readonly Schema[]): Promise<Map<Schema, string>> {
  const found = new Map<Schema, string>();
  for (const schema of schemas) {
    const migration = await readMigration(source, schema);
    if (!migration) continue;
    if (!schema.migrations.includes(migration)) {
      throw new Error(
        `A newer version of Kinreel made this database (${schema.name} ${migration}). Run this command with that version.`,
      );
    }
    found.set(schema, migration);
  }
  if (found.size === 0) throw new Error('There is nothing to move: this is not a database of Kinreel.');
  return found;
}
