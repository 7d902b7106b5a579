import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from './index.ts';
import { clusterDir } from './paths.ts';

/** A running PostgreSQL and how to stop using it. */
export interface TestPostgres {
  /** Address of the database `postgres`, for a user who may create databases. */
  adminUrl: string;
  stop(): Promise<void>;
}

/** The PostgreSQL in TEST_DATABASE_URL (its user must be able to create databases), or else a temporary one. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const adminUrl = process.env.TEST_DATABASE_URL;
  if (adminUrl) return { adminUrl, stop: async () => undefined };
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'kinreel-postgres-')));
  // mkdtemp's 0700 would lock out the user that PostgreSQL runs as when we are root.
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, fsync: false, maxConnections: 300 });
  return {
    adminUrl: postgres.url(),
    async stop() {
      await postgres.stop();
      await rm(clusterDir(dataDir), { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Each test project loads its own copy of this module, so they share state through globalThis. */
const shared = globalThis as unknown as Record<symbol, { users: number; started: Promise<TestPostgres> } | undefined>;
const KEY = Symbol.for('kinreel.test-postgres');

/** One PostgreSQL for all test projects of this process. Stops after the last project. */
export async function shareTestPostgres(): Promise<TestPostgres> {
  const cluster = shared[KEY] ?? { users: 0, started: startTestPostgres() };
  shared[KEY] = cluster;
  cluster.users += 1;
  const { adminUrl, stop } = await cluster.started;
  return {
    adminUrl,
    async stop() {
      cluster.users -= 1;
      if (cluster.users > 0) return;
      shared[KEY] = undefined;
      await stop();
    },
  };
}

/** Creates a database, replacing an existing one, and runs `migrate`, which must close its connections. */
export async function createTemplate(
  adminUrl: string,
  name: string,
  migrate: (url: string) => Promise<void>,
): Promise<void> {
  await asAdmin(adminUrl, async (client) => {
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  });
  await migrate(withDatabase(adminUrl, name));
}

/**
 * Creates a copy of the template for one test file. `drop` also ends open connections. The files of the template are
 * copied: the default would write each page to the log as well, which takes up to twice as long.
 */
export async function cloneTemplate(
  adminUrl: string,
  template: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${template.slice(0, 40)}_${randomBytes(6).toString('hex')}`;
  await asAdmin(adminUrl, (client) =>
    client.query(
      `create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(template)} strategy file_copy`,
    ),
  );
  return {
    url: withDatabase(adminUrl, name),
    drop: () =>
      asAdmin(adminUrl, async (client) => {
        await waitForConnectionsToClose(client, name);
        await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
      }),
  };
}

/** How long closing connections may take, in milliseconds. */
const CLOSING_MS = 2000;

/**
 * Waits for connections that are being closed. `pool.end()` does not wait for its sockets, and terminating those would
 * raise errors that nobody handles.
 */
async function waitForConnectionsToClose(client: pg.Client, database: string): Promise<void> {
  const until = Date.now() + CLOSING_MS;
  while (Date.now() < until) {
    const { rowCount } = await client.query('select 1 from pg_stat_activity where datname = $1', [database]);
    if (!rowCount) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function asAdmin<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}
