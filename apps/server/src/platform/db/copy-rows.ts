import type { Readable, Writable } from 'node:stream';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { COLUMN_TYPES } from './database.ts';
import type { Schema } from './schema.ts';
import type { Database } from './tables.ts';

/**
 * The table whose rows show that a database is in use. A new installation has rows in other tables, such as prompts.
 */
const PEOPLE = 'users';

/** A table with its columns in order, without generated columns. */
export interface TableShape {
  name: string;
  columns: string[];
}

/** A sequence and its last value. */
export interface SequenceValue {
  name: string;
  value: string;
}

/** One database connection, for work that needs the same one throughout, such as a snapshot. */
export interface Session {
  client: pg.Client;
  /** The same connection for Kysely queries. */
  db: Kysely<Database>;
}

/** Runs `work` with one connection, without statement timeout, and with stable text formats. */
export async function withSession<Result>(
  databaseUrl: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'kinreel-copy',
    keepAlive: true,
    types: COLUMN_TYPES,
    connectionTimeoutMillis: 10_000,
  });
  // A lost connection fails its query; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  const connection = Object.assign(client, { release: () => {} });
  const pool = { connect: async () => connection, end: async () => {} };
  try {
    await client.query(`set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
      set timezone = 'UTC'; set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0;
      set idle_in_transaction_session_timeout = 0`);
    return await work({ client, db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: pool as never }) }) });
  } finally {
    await client.end().catch(() => {});
  }
}

/** The newest migration of a schema in this database; null if the schema does not exist. */
export async function readMigration({ client }: Session, schema: Schema): Promise<string | null> {
  const table = `${client.escapeIdentifier(schema.name)}.${client.escapeIdentifier(schema.migrationTable)}`;
  const found = await client.query('select to_regclass($1) is not null as found', [table]);
  if (!found.rows[0].found) return null;
  const { rows } = await client.query(`select max(name) as name from ${table}`);
  return rows[0].name;
}

/** The tables of a schema whose rows are copied, by name. */
export async function listTables({ client }: Session, schema: Schema): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select c.relname as name, array(
       select attname::text from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($2::text[])
     order by c.relname`,
    [schema.name, [schema.migrationTable, schema.migrationLockTable, ...schema.skippedTables]],
  );
  return rows;
}

/** The sequences of a schema that have been used. */
export async function listSequences({ client }: Session, schema: Schema): Promise<SequenceValue[]> {
  const { rows } = await client.query<SequenceValue>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = $1 and last_value is not null order by 1`,
    [schema.name],
  );
  return rows;
}

/**
 * The contents of a database that must not be replaced, as in "The database has people in it"; null if it is unused.
 */
export async function findUse(session: Session, schemas: readonly Schema[]): Promise<string | null> {
  for (const schema of schemas) {
    const tables = await listTables(session, schema);
    if (tables.length === 0) continue;
    if (!(await readMigration(session, schema))) return `tables of another program (${tables[0]?.name})`;
    if (!tables.some(({ name }) => name === PEOPLE)) continue;
    const { rows } = await session.client.query(
      `select exists (select from ${tableName(session.client, schema.name, PEOPLE)}) as used`,
    );
    if (rows[0].used) return 'people in it';
  }
  return null;
}

const tableName = (client: pg.Client, schema: string, table: string) =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(table)}`;

const columnList = (client: pg.Client, columns: readonly string[]) =>
  columns.map((column) => client.escapeIdentifier(column)).join(', ');

/**
 * All rows of a table as text, one per line (COPY). After the stream has ended, `countRows` waits until PostgreSQL has
 * finished the statement; the connection is busy until then.
 */
export function copyOut(
  { client }: Session,
  schema: string,
  table: TableShape,
): { lines: Readable; countRows(): Promise<number> } {
  const columns = columnList(client, table.columns);
  const lines = copyTo(`copy (select ${columns} from ${tableName(client, schema, table.name)}) to stdout`);
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  const lose = () => reject(new Error('The connection to the database was lost.'));
  client.once('end', lose);
  // The driver calls this hook, which is empty in the library.
  Object.assign(lines, { handleReadyForQuery: resolve });
  finished.catch(() => {}).finally(() => client.off('end', lose));
  client.query(lines);
  return { lines, countRows: () => finished.then(() => lines.rowCount) };
}

/** Inserts the lines of copyOut. `rowCount` is valid when the stream has finished. */
export function copyIn({ client }: Session, schema: string, table: TableShape): Writable & { rowCount: number } {
  const columns = columnList(client, table.columns);
  return client.query(copyFrom(`copy ${tableName(client, schema, table.name)} (${columns}) from stdin`));
}

/**
 * Replaces all rows of these schemas in one transaction. Foreign keys are checked at the end, so the order of the
 * tables does not matter, and no superuser rights are needed.
 * @param load inserts the rows; if it fails, close the session to roll back
 */
export async function replaceRows(
  session: Session,
  schemas: readonly Schema[],
  load: () => Promise<void>,
): Promise<void> {
  const { client } = session;
  await client.query('begin');
  const tables: string[] = [];
  for (const schema of schemas) {
    for (const { name } of await listTables(session, { ...schema, skippedTables: [] })) {
      tables.push(tableName(client, schema.name, name));
    }
  }
  const { rows: foreignKeys } = await client.query<{ on: string; name: string; definition: string }>(
    `select conrelid::regclass::text as on, quote_ident(conname) as name, pg_get_constraintdef(c.oid) as definition
       from pg_constraint c join pg_namespace n on n.oid = c.connamespace
       where contype = 'f' and conparentid = 0 and n.nspname = any($1::text[])`,
    [schemas.map(({ name }) => name)],
  );
  for (const key of foreignKeys) await client.query(`alter table ${key.on} drop constraint ${key.name}`);
  // The loaded rows include those that these triggers have written.
  const { rows: triggers } = await client.query<{ on: string; name: string }>(
    `select tgrelid::regclass::text as on, quote_ident(tgname) as name
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       where tgname ~ '^activity' and not tgisinternal and n.nspname = any($1::text[])`,
    [schemas.map(({ name }) => name)],
  );
  for (const trigger of triggers) await client.query(`alter table ${trigger.on} disable trigger ${trigger.name}`);
  if (tables.length > 0) await client.query(`truncate ${tables.join(', ')}`);
  await load();
  for (const trigger of triggers) await client.query(`alter table ${trigger.on} enable trigger ${trigger.name}`);
  for (const key of foreignKeys) {
    await client.query(`alter table ${key.on} add constraint ${key.name} ${key.definition}`);
  }
  await client.query('commit');
}

/** Sets the last value of a sequence. */
export async function setSequence({ client }: Session, schema: string, sequence: SequenceValue): Promise<void> {
  await client.query('select setval($1, $2)', [tableName(client, schema, sequence.name), sequence.value]);
}
