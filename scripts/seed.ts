/**
 * `npm run seed`: fills an empty installation with the sample family (scripts/sample-family/family.ts).
 *
 * By default it uses the data folder of `npm run dev`, running or not. For another one, set `DATA_DIR`, `DATABASE_URL`
 * and `PUBLIC_URL` as in the installation. Mails are not sent, but written to `DATA_DIR/mail`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@kinreel/embedded-postgres';
import getPort from 'get-port';
import pg from 'pg';
import { ConfigError, readConfig, type ServerConfig } from '../apps/server/src/platform/config/config.ts';
import { countPeople, createFamily } from './sample-family/create-family.ts';
import { FAMILY_PASSWORD, MEMBERS } from './sample-family/family.ts';

const START_MS = 120_000;
const POLL_MS = 100;

/** How long to wait for mails and other background work at the end, in milliseconds. */
const JOBS_MS = 60_000;

try {
  await seed();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

async function seed(): Promise<void> {
  const config = readConfig({ ...process.env, DATA_DIR: process.env.DATA_DIR || './data-dev' });
  if (config.identity.hostedDomain) {
    throw new ConfigError(
      'npm run seed creates accounts in the bundled identity service, so IDENTITY_DOMAIN must not be set.',
    );
  }
  await mkdir(config.dataDir, { recursive: true });
  const postgres = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => console.log(line) });
  const databaseUrl = config.databaseUrl ?? postgres?.url() ?? '';
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const people = await countPeople(database);
    if (people > 0) {
      throw new Error(
        `This database already has ${people} ${people === 1 ? 'person' : 'people'}. npm run seed only fills an empty installation: set DATA_DIR or DATABASE_URL to an empty one.`,
      );
    }
    const server = await startServer(config, databaseUrl);
    try {
      await createFamily(server.origin, database, (line) => console.log(line));
      await untilJobsDone(database);
    } finally {
      await server.stop();
    }
  } finally {
    await database.end();
    await postgres?.stop();
  }
  console.log(`
  The family is ready. Everybody's password is ${FAMILY_PASSWORD}
${MEMBERS.map(({ id, firstName, lastName }) => `    ${`${id}@example.org`.padEnd(22)} ${firstName} ${lastName}`).join('\n')}
`);
}

/** Starts Kinreel on the same data, on another port and without rate limits. */
async function startServer(
  config: ServerConfig,
  databaseUrl: string,
): Promise<{ origin: string; stop(): Promise<void> }> {
  const port = await getPort({ host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: config.publicUrl,
      DATA_DIR: config.dataDir,
      DATABASE_URL: databaseUrl,
      SMTP_URL: '',
      RATE_LIMIT: 'off',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const deadline = Date.now() + START_MS;
  while (!(await fetch(`${origin}/health/ready`).catch(() => null))?.ok) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`Kinreel did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return {
    origin,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Waits until mails are written, so that no later worker sends them to the family's invented addresses. */
async function untilJobsDone(database: pg.Client): Promise<void> {
  for (const deadline = Date.now() + JOBS_MS; Date.now() < deadline; ) {
    const { rows } = await database.query<{ open: number }>(
      "select count(*)::int as open from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()",
    );
    if (rows[0]?.open === 0) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  console.warn('Some background work is not complete. It continues at the next start.');
}
