import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Kinreel } from './kinreel.ts';

/** Index of the line of postmaster.pid with the port. */
const PORT_LINE = 3;

/** Direct access to the embedded database, for what the API cannot do: many rows at once, dates in the past. */
export async function withDatabase<T>(kinreel: Kinreel, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const read = async (name: string) => (await readFile(join(kinreel.dataDir, name), 'utf8')).trim();
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number((await read('postgres/postmaster.pid')).split('\n')[PORT_LINE]),
    user: 'postgres',
    database: 'postgres',
    password: await read('postgres-password'),
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
