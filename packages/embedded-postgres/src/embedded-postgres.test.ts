import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, ensureDatabase, startEmbeddedPostgres } from './index.ts';
import { clusterDir } from './paths.ts';
import { findPostmaster } from './postmaster.ts';

/** Folder of a PostgreSQL that was created and stopped. Creating one takes seconds of CPU time, so tests copy it. */
let created: string;
let dataDir: string;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  created = newFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: created, fsync: false });
  await postgres.stop();
  // Tests read what their own PostgreSQL writes.
  rmSync(join(created, 'postgres.log'));
});
afterAll(() => rmSync(created, { recursive: true, force: true }));

beforeEach(() => {
  dataDir = newFolder();
  // Node's cpSync does not copy the owner.
  execFileSync('cp', ['--archive', `${created}/.`, dataDir]);
});

afterEach(async () => {
  for (const child of children.splice(0)) killGroup(child);
  for (const postgres of running.splice(0)) await postgres.stop();
  // Left running by a failed test.
  if (findPostmaster(clusterDir(dataDir))) await (await startEmbeddedPostgres({ dataDir })).stop();
  await until(() => !findPostmaster(clusterDir(dataDir)));
  rmSync(clusterDir(dataDir), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'embedded-postgres-test-')));
  chmodSync(folder, 0o711);
  return folder;
}

/** For tests of the first start. */
function emptyDataDir(): void {
  rmSync(dataDir, { recursive: true });
  mkdirSync(dataDir, { mode: 0o711 });
}

async function start(log?: (line: string) => void) {
  const postgres = await startEmbeddedPostgres({ dataDir, fsync: false, log });
  running.push(postgres);
  return postgres;
}

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function until(condition: () => boolean) {
  for (const limit = Date.now() + 20_000; !condition(); await sleep(10)) {
    if (Date.now() > limit) throw new Error('waited too long');
  }
}

/** A separate process, leader of its own process group, that uses the folder's PostgreSQL. */
async function startHolder(): Promise<{ child: ChildProcess; url: string; port: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures', 'hold.ts'), dataDir], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  if (!child.stdout) throw new Error('no output');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, ...JSON.parse(line) };
}

function killGroup({ pid }: ChildProcess) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

function watchdogPid(): number {
  const found = readdirSync('/proc').find((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return command.includes('watchdog.ts') && command.includes(`"${dataDir}"`);
    } catch {
      return false;
    }
  });
  if (!found) throw new Error('no watchdog');
  return Number(found);
}

test('creates a UTF-8 cluster that does not depend on the locale of the machine', async () => {
  const postgres = await start();
  const [row] = await query(
    postgres.url(),
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
            current_setting('TimeZone') as zone, datlocprovider, datlocale, lower('ÄÉ') as lowered
       from pg_database where datname = current_database()`,
  );
  expect(row).toMatchObject({
    encoding: 'UTF8',
    zone: 'UTC',
    datlocprovider: 'b',
    datlocale: 'C.UTF-8',
    lowered: 'äé',
  });
  expect(row.version).toBeGreaterThanOrEqual(180_000);
});

test('accepts connections only with the password and only from this machine', async () => {
  const postgres = await start();
  const wrong = new URL(postgres.url());
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  const [row] = await query(
    postgres.url(),
    `select current_setting('listen_addresses') as tcp, current_setting('unix_socket_directories') as sockets`,
  );
  expect(row).toEqual({ tcp: '127.0.0.1', sockets: clusterDir(dataDir) });
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
  expect(statSync(clusterDir(dataDir)).mode & 0o777).toBe(0o700);
  expect(existsSync(`${clusterDir(dataDir)}.initdb-password`)).toBe(false);
});

test('stop() shuts PostgreSQL down and the data is there after the next start', async () => {
  const first = await start();
  await query(first.url(), `create table note as select 'saved' as text`);
  await first.stop();
  expect(findPostmaster(clusterDir(dataDir))).toBeUndefined();
  expect(existsSync(join(clusterDir(dataDir), 'postmaster.pid'))).toBe(false);
  const second = await start();
  // The first server left no sessions that the second one would have to wait for.
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('pre-existing shared memory block');
  expect(await query(second.url(), 'select text from note')).toEqual([{ text: 'saved' }]);
});

test('a start during shutdown waits, then starts', async () => {
  const first = await start();
  const pid = findPostmaster(clusterDir(dataDir))?.pid;
  const stopped = first.stop();
  await until(() => readFileSync(join(dataDir, 'postgres.log'), 'utf8').includes('received fast shutdown request'));
  const second = await start();
  await stopped;
  expect(await query(second.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(findPostmaster(clusterDir(dataDir))?.pid).not.toBe(pid);
});

test('two users share one PostgreSQL, which runs until the last one stops it', async () => {
  const first = await start();
  const second = await start();
  expect(second.port).toBe(first.port);
  await first.stop();
  expect(await query(second.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.stop();
  expect(findPostmaster(clusterDir(dataDir))).toBeUndefined();
});

test('two processes that start at the same time get one PostgreSQL', async () => {
  emptyDataDir();
  const [a, b] = await Promise.all([startHolder(), startHolder()]);
  expect(a.port).toBe(b.port);
  await query(a.url, 'create table shared (id int)');
  expect(await query(b.url, 'select id from shared')).toEqual([]);
});

describe('after kill -9', () => {
  test('of the process group of the only user, PostgreSQL shuts down and keeps committed data', async () => {
    const holder = await startHolder();
    await query(holder.url, `create table note as select 'committed' as text`);
    const pid = findPostmaster(clusterDir(dataDir))?.pid;
    killGroup(holder.child);
    await until(() => !findPostmaster(clusterDir(dataDir)));
    await until(() => readFileSync(join(dataDir, 'postgres.log'), 'utf8').includes('database system is shut down'));
    const next = await start();
    expect(findPostmaster(clusterDir(dataDir))?.pid).not.toBe(pid);
    expect(await query(next.url(), 'select text from note')).toEqual([{ text: 'committed' }]);
  });

  test('of a user, a start at the same time works', async () => {
    const holder = await startHolder();
    await query(holder.url, `create table note as select 'committed' as text`);
    killGroup(holder.child);
    const next = await start();
    expect(await query(next.url(), 'select text from note')).toEqual([{ text: 'committed' }]);
  });

  test('of user and watchdog, the next start adopts the running PostgreSQL and its stop() ends it', async () => {
    const holder = await startHolder();
    const orphan = findPostmaster(clusterDir(dataDir));
    process.kill(watchdogPid(), 'SIGKILL');
    killGroup(holder.child);
    const lines: string[] = [];
    const next = await start((line) => lines.push(line));
    expect(next.port).toBe(holder.port);
    expect(findPostmaster(clusterDir(dataDir))?.pid).toBe(orphan?.pid);
    expect(lines).toEqual([expect.stringContaining('still running')]);
    await next.stop();
    expect(findPostmaster(clusterDir(dataDir))).toBeUndefined();
  });

  test('of all processes, the next start recovers the cluster', async () => {
    const holder = await startHolder();
    await query(holder.url, `create table note as select 'committed' as text`);
    const postmaster = findPostmaster(clusterDir(dataDir));
    if (!postmaster) throw new Error('no PostgreSQL');
    process.kill(watchdogPid(), 'SIGKILL');
    killGroup(holder.child);
    process.kill(postmaster.pid, 'SIGKILL');
    const next = await start();
    expect(await query(next.url(), 'select text from note')).toEqual([{ text: 'committed' }]);
  });
});

test('starts although the process id in postmaster.pid now belongs to another process', async () => {
  const first = await start();
  const file = join(clusterDir(dataDir), 'postmaster.pid');
  const lines = readFileSync(file, 'utf8').split('\n');
  const { uid, gid } = statSync(file);
  await first.stop();
  // Our own process id: alive, but not PostgreSQL.
  writeFileSync(file, [process.pid, ...lines.slice(1)].join('\n'), { mode: 0o600 });
  chownSync(file, uid, gid);
  const next = await start();
  expect(await query(next.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('repeats a first start that was interrupted', async () => {
  emptyDataDir();
  const unfinished = join(dataDir, 'postgres.new');
  mkdirSync(unfinished);
  writeFileSync(join(unfinished, 'PG_VERSION'), '18\n');
  writeFileSync(join(dataDir, 'postgres.initdb-password'), 'old');
  const postgres = await start();
  expect(await query(postgres.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres-password', 'postgres.log']);
});

test('reports why a cluster cannot start', async () => {
  const first = await start();
  await first.stop();
  writeFileSync(join(clusterDir(dataDir), 'postgresql.conf'), 'no_such_setting = on\n');
  await expect(start()).rejects.toThrow(/did not start.*no_such_setting/s);
});

test('explains what to do without the package for this machine', async () => {
  emptyDataDir();
  const elsewhere = mkdtempSync(join(tmpdir(), 'embedded-postgres-test-'));
  try {
    cpSync(import.meta.dirname, join(elsewhere, 'src'), { recursive: true });
    writeFileSync(join(elsewhere, 'package.json'), '{ "type": "module" }');
    mkdirSync(join(elsewhere, 'node_modules'));
    for (const [name, file] of [
      ['pg', 'pg/package.json'],
      ['get-port', 'get-port'],
    ] as const) {
      symlinkSync(dirname(fileURLToPath(import.meta.resolve(file))), join(elsewhere, 'node_modules', name));
    }
    const child = spawn(process.execPath, [join(elsewhere, 'src', 'fixtures', 'hold.ts'), dataDir], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    children.push(child);
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(output).toMatch(/The PostgreSQL package for .+ set DATABASE_URL to your own PostgreSQL 15 or newer/s);
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
});

test('a process can end without calling stop()', async () => {
  const script = `import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, fsync: false });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { detached: true, stdio: 'inherit' });
  children.push(child);
  expect(await once(child, 'exit')).toEqual([0, null]);
  await until(() => !findPostmaster(clusterDir(dataDir)));
});

test('ensureDatabase creates a database once for concurrent callers', async () => {
  const postgres = await start();
  await Promise.all([1, 2, 3].map(() => ensureDatabase(postgres.url(), 'it is "mine"')));
  expect(await query(postgres.url('it is "mine"'), 'select current_database() as name')).toEqual([
    { name: 'it is "mine"' },
  ]);
});

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('works with a data folder that only root can read', async () => {
    emptyDataDir();
    chmodSync(dataDir, 0o700);
    const lines: string[] = [];
    const first = await start((line) => lines.push(line));
    expect(lines.join('\n')).toContain('cannot reach');
    await query(first.url(), `create table note as select 'saved' as text`);
    await first.stop();
    const cluster = readFileSync(join(dataDir, 'postgres-location'), 'utf8').trim();
    expect(statSync(cluster).uid).not.toBe(0);
    const second = await start();
    expect(await query(second.url(), 'select text from note')).toEqual([{ text: 'saved' }]);
  });
});
