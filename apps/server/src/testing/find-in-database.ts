import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/**
 * Names of the tables that contain a secret in any column, as text or as bytes (which PostgreSQL prints in hex). For
 * bytes, pass each form of the secret.
 */
export async function tablesContaining(db: Db, secret: string | Buffer): Promise<string[]> {
  const texts = typeof secret === 'string' ? [secret, Buffer.from(secret).toString('hex')] : [secret.toString('hex')];
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  `.execute(db);
  const found: string[] = [];
  for (const { name } of tables) {
    const isStored = sql.join(
      texts.map((text) => sql`position(${text} in t::text) > 0`),
      sql` or `,
    );
    const { rows } = await sql`select 1 from ${sql.raw(name)} t where ${isStored} limit 1`.execute(db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
