import { createTemplate } from '@kinreel/embedded-postgres/testing';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { newId } from '../platform/ids.ts';

/** Rows of a statement, with a separate connection. */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** All rows of all tables that backups contain, as text, sorted. */
export async function rowsOf(url: string): Promise<Record<string, unknown>> {
  const tables = await query(
    url,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'identity') and table_type = 'BASE TABLE'
     and table_name !~ 'migration|^uploads$|^backup_' order by 1`,
  );
  const all: Record<string, unknown> = {};
  for (const { name } of tables) {
    all[String(name)] = await query(url, `select t::text as line from ${name} t order by t::text collate "C"`);
  }
  return all;
}

/** URL of a new, empty database, which is dropped when the test has finished. */
export async function emptyDatabase(): Promise<string> {
  const name = `empty_${newId().replaceAll('-', '')}`;
  await createTemplate(inject('adminUrl'), name, async () => {});
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  onTestFinished(async () => {
    await query(inject('adminUrl'), `drop database if exists ${name} with (force)`);
  });
  return url.href;
}
