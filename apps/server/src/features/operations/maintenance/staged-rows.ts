import { createHash } from 'node:crypto';
import { Transform, type TransformCallback, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MOVE_SCHEMA } from '@kinreel/service';
import { copyIn, copyOut, type Session, type TableShape } from '../../../platform/db/copy-rows.ts';

/**
 * Rows on their way to another database wait there in a schema of their own, table by table, until all have arrived. Nobody
 * reads them, so a move can be interrupted at any time and continued later. A start refuses a database with this schema.
 */

/** A table whose rows all wait in the new database. */
export interface StagedTable {
  rows: number;
  /** Of the rows, in any order. */
  sum: string;
  /** Whether an earlier, interrupted move has copied them. */
  kept: boolean;
}

/** How long to wait for somebody else in a database: a move that was killed is noticed soon. */
export const LOCK_TIMEOUT = '30s';

/** Prepares a database to receive rows, for this session alone. @throws Error if another move goes there */
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

/** Whether an earlier move has ended but for what comes after its last row. */
export async function haveRowsArrived({ client }: Session): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('${MOVE_SCHEMA}.arrived') is not null as arrived`);
  return rows[0].arrived;
}

/**
 * Copies the rows of a table, and compares what arrived. A table of an earlier move stays if its rows are still the same.
 * @throws Error if other rows arrived
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

/** Brings staged rows to their table, and compares them again. @throws Error if they are different there */
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

/** All rows are in their tables, as soon as the transaction has ended. */
export async function markArrived({ client }: Session): Promise<void> {
  await client.query(`create table ${MOVE_SCHEMA}.arrived ()`);
}

/** The database is like any other now. */
export async function closeStaging({ client }: Session): Promise<void> {
  await client.query(`drop schema ${MOVE_SCHEMA} cascade`);
}

const stagedShape = (schema: string, table: TableShape): TableShape => ({ ...table, name: `${schema}.${table.name}` });

/** For a statement. */
export const tableName = ({ client }: Session, schema: string, { name }: TableShape) =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;

const stagedName = (session: Session, schema: string, table: TableShape) =>
  tableName(session, MOVE_SCHEMA, stagedShape(schema, table));

type Sum = Pick<StagedTable, 'rows' | 'sum'>;

function requireSame(sent: Sum, arrived: Sum, schema: string, { name }: TableShape): void {
  if (sent.rows === arrived.rows && sent.sum === arrived.sum) return;
  throw new Error(`${schema}.${name} is different in the new database. Please try again: nobody can use it yet.`);
}

async function sumOf(session: Session, schema: string, table: TableShape): Promise<Sum> {
  const sum = new RowSum();
  const { lines, countRows } = copyOut(session, schema, table);
  await pipeline(lines, sum, new Writable({ write: (_bytes, _encoding, done) => done() }));
  return { rows: await countRows(), sum: sum.value() };
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
