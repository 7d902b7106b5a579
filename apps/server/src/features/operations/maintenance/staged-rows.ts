import { createHash } from 'node:crypto';
import { Transform, type TransformCallback, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MOVE_SCHEMA } from '@kinreel/service';
import { copyIn, copyOut, type Session, type TableShape } from '../../../platform/db/copy-rows.ts';

/**
 * Rows that are moved to another database are staged there in a separate schema until all tables are complete. Nothing
 * reads them, so an interrupted move can be resumed later. Kinreel does not start with a database that has this schema.
 */
/** A table whose rows are all staged. */
export interface StagedTable {
  rows: number;
  /** Checksum of the rows, independent of their order. */
  sum: string;
  /** Whether an earlier, interrupted move has staged them. */
  kept: boolean;
}

/** How long to wait for locks of another session: the connection of a killed move closes within this time. */
export const LOCK_TIMEOUT = '30s';

/** Creates and locks the staging schema. @throws Error if another move to this database is running */
export async function openStaging({ client }: Session): Promise<void> {
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
  await client.query(`select pg_advisory_lock(hashtext('${MOVE_SCHEMA}'))`).catch((error) => {
    throw error.code === '55P03' ? new Error('Another move to this database is running.') : error;
  });
  await client.query(
    `create schema if not exists ${MOVE_SCHEMA};
     create table if not exists ${MOVE_SCHEMA}.staged (name text primary key, columns text[], rows bigint, sum text)`,
  );
}

/** Whether an earlier move has moved all rows and only the last steps are missing. */
export async function haveRowsArrived({ client }: Session): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('${MOVE_SCHEMA}.arrived') is not null as arrived`);
  return rows[0].arrived;
}

/**
 * Stages the rows of a table, and compares them with the source. A table that an earlier move staged is kept if its
 * rows are unchanged.
 * @throws Error if rows differ
 */
export async function stageTable(
  source: Session,
  target: Session,
  schema: string,
  table: TableShape,
): Promise<StagedTable> {
  const { client } = target;
  const staged = stagedShape(schema, table);
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const known = await client.query(`select rows, sum from ${MOVE_SCHEMA}.staged where name = $1 and columns = $2`, [
    staged.name,
    table.columns,
  ]);
  if (known.rows[0]) {
    const now = await sumOf(source, schema, table);
    if (now.rows === Number(known.rows[0].rows) && now.sum === known.rows[0].sum) return { ...now, kept: true };
  }
  await client.query('begin');
  await client.query(`delete from ${MOVE_SCHEMA}.staged where name = $1`, [staged.name]);
  await client.query(`drop table if exists ${stagedName(target, schema, table)}`);
  await client.query(
    `create table ${stagedName(target, schema, table)} as select ${columns} from ${tableName(target, schema, table)} with no data`,
  );
  await client.query('commit');
  const sum = new RowSum();
  const { lines, countRows } = copyOut(source, schema, table);
  await pipeline(lines, sum, copyIn(target, MOVE_SCHEMA, staged));
  const sent = { rows: await countRows(), sum: sum.value() };
  requireSame(sent, await sumOf(target, MOVE_SCHEMA, staged), schema, table);
  await client.query(`insert into ${MOVE_SCHEMA}.staged values ($1, $2, $3, $4)`, [
    ...[staged.name, table.columns, sent.rows, sent.sum],
  ]);
  return { ...sent, kept: false };
}

/** Moves staged rows to their table, and compares them again. @throws Error if they differ there */
export async function unstageTable(
  target: Session,
  schema: string,
  table: TableShape,
  staged: StagedTable,
): Promise<void> {
  const columns = table.columns.map((column) => target.client.escapeIdentifier(column)).join(', ');
  await target.client.query(
    `insert into ${tableName(target, schema, table)} (${columns}) overriding system value
     select ${columns} from ${stagedName(target, schema, table)}`,
  );
  requireSame(staged, await sumOf(target, schema, table), schema, table);
  await target.client.query(`drop table ${stagedName(target, schema, table)}`);
}

/** Marks in the transaction that all rows are in their tables. */
export async function markArrived({ client }: Session): Promise<void> {
  await client.query(`create table ${MOVE_SCHEMA}.arrived ()`);
}

/** Deletes the staging schema: Kinreel can start with this database. */
export async function closeStaging({ client }: Session): Promise<void> {
  await client.query(`drop schema ${MOVE_SCHEMA} cascade`);
}

const stagedShape = (schema: string, table: TableShape): TableShape => ({ ...table, name: `${schema}.${table.name}` });

/** Escaped name for SQL. */
export const tableName = ({ client }: Session, schema: string, { name }: TableShape) =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;

const stagedName = (session: Session, schema: string, table: TableShape) =>
  tableName(session, MOVE_SCHEMA, stagedShape(schema, table));

type Sum = Pick<StagedTable, 'rows' | 'sum'>;

function requireSame(sent: Sum, arrived: Sum, schema: string, { name }: TableShape): void {
  if (sent.rows === arrived.rows && sent.sum === arrived.sum) return;
  throw new Error(`${schema}.${name} is different in the new database. Please try again: the move is not complete.`);
}

async function sumOf(session: Session, schema: string, table: TableShape): Promise<Sum> {
  const sum = new RowSum();
  const { lines, countRows } = copyOut(session, schema, table);
  await pipeline(lines, sum, new Writable({ write: (_bytes, _encoding, done) => done() }));
  return { rows: await countRows(), sum: sum.value() };
}

/** Passes lines through, and sums their hashes: the same rows in any order have the same sum. */
class RowSum extends Transform {
  #rest: Buffer = Buffer.alloc(0);
  /** Two 64-bit sums. */
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
