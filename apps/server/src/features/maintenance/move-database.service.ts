import { createHash } from 'node:crypto';
import { Transform, type TransformCallback, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  copyIn,
  copyOut,
  findUse,
  listSequences,
  listTables,
  readMigration,
  replaceRows,
  type Session,
  setSequence,
  type TableShape,
  withSession,
} from '../../platform/db/copy-rows.ts';
import type { Schema } from '../../platform/db/schema.ts';

export interface DatabaseMove {
  /** Addresses of the databases. */
  from: string;
  to: string;
  schemas: readonly Schema[];
  onProgress?: (soFar: MovedRows) => void;
}

export interface MovedRows {
  tables: number;
  rows: number;
}

/**
 * Copies all rows of an installation to an empty database, in one transaction there: everything or nothing, so a move that
 * was interrupted is run again. Each table is read back and compared with what was sent. The source is unchanged.
 * @throws Error with a sentence if one of the databases cannot be used, or something did not arrive
 */
export async function moveRows({ from, to, schemas: known, onProgress }: DatabaseMove): Promise<MovedRows> {
  // Files of unfinished uploads stay where they are, so their rows are moved too.
  const schemas = known.map((schema) => ({ ...schema, skippedTables: [] }));
  return withSession(from, async (source) => {
    await checkIsStopped(source);
    await source.client.query('begin isolation level repeatable read read only');
    const migrations = await readMigrations(source, schemas);
    return withSession(to, async (target) => {
      const use = await findUse(target, schemas);
      if (use) throw new Error(`The new database has ${use}. Please use an empty one; nothing was changed.`);
      for (const [schema, migration] of migrations) await schema.migrate(to, migration);
      const moved: MovedRows = { tables: 0, rows: 0 };
      await replaceRows(target, [...migrations.keys()], async () => {
        for (const schema of migrations.keys()) {
          for (const table of await listTables(source, schema)) {
            moved.rows += await moveTable(source, target, schema.name, table);
            moved.tables += 1;
            onProgress?.(moved);
          }
          for (const sequence of await listSequences(source, schema)) await setSequence(target, schema.name, sequence);
        }
      });
      return moved;
    });
  });
}

/** Connections of a running Kinreel: what it writes during the move would be lost. @throws Error */
async function checkIsStopped({ client }: Session): Promise<void> {
  const { rows } = await client.query(
    `select exists (select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name like 'kinreel%') as used`,
  );
  if (rows[0].used) throw new Error('Kinreel is running with this database. Stop it first; nothing was changed.');
}

/** The schemas with the migration that each has. @throws Error if there is none, or a newer one */
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

/** @returns the number of rows @throws Error if the target has other rows afterwards */
async function moveTable(source: Session, target: Session, schema: string, table: TableShape): Promise<number> {
  const sent = new RowSum();
  const { lines, countRows } = copyOut(source, schema, table);
  await pipeline(lines, sent, copyIn(target, schema, table));
  const rows = await countRows();
  const arrived = new RowSum();
  const back = copyOut(target, schema, table);
  await pipeline(back.lines, arrived, new Writable({ write: (_bytes, _encoding, done) => done() }));
  const arrivedRows = await back.countRows();
  if (rows !== arrivedRows || sent.value() !== arrived.value()) {
    throw new Error(`${schema}.${table.name} is different in the new database. Nothing was changed; please try again.`);
  }
  return rows;
}

/** Passes lines on, and adds up their hashes: the same rows in any order have the same sum. */
class RowSum extends Transform {
  #rest: Buffer = Buffer.alloc(0);
  /** Two sums of 64 bits each. */
  #sums: [bigint, bigint] = [0n, 0n];

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    let begin = 0;
    for (let end = all.indexOf(0x0a); end >= 0; end = all.indexOf(0x0a, begin)) {
      this.#add(all.subarray(begin, end));
      begin = end + 1;
    }
    this.#rest = all.subarray(begin);
    done(null, bytes);
  }

  #add(line: Buffer): void {
    const hash = createHash('sha256').update(line).digest();
    this.#sums = [
      BigInt.asUintN(64, this.#sums[0] + hash.readBigUInt64LE(0)),
      BigInt.asUintN(64, this.#sums[1] + hash.readBigUInt64LE(8)),
    ];
  }

  value(): string {
    return this.#sums.join(' ');
  }
}
