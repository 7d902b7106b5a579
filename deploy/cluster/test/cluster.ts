import { execFile } from 'node:child_process';
import { chmodSync, chownSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { connectDatabase } from '../../../apps/server/src/platform/db/database.ts';
import { createBucket } from '../../../apps/server/src/testing/s3-bucket.ts';
import { UNLIMITED } from '../../../scripts/faults/installation.ts';
import { createMachine, createNetwork, endOfLog, isReady, type Machine, type Start } from './machines.ts';
import { startStore } from './store.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/**
 * Kinreel on ten machines: two load balancers, two with web server, identity service and worker, three with PostgreSQL,
 * three with Ceph.
 */
export interface Cluster {
  origin: string;
  /** Load balancers: nginx, HAProxy and keepalived each. */
  fronts: readonly Machine[];
  /** Web server, identity service, worker, PgBouncer and HAProxy each. */
  apps: readonly [Machine, Machine];
  /** PostgreSQL with Patroni and etcd each. */
  databases: readonly Machine[];
  /** Ceph each: a monitor, a disk and a gateway with S3. */
  stores: readonly Machine[];
  /** The load balancer that currently has the public address. */
  inFront(): Promise<Machine>;
  /** Starts all processes that should run on a machine, as a supervisor would. */
  restore(machine: Machine): void;
  /** The current primary or synchronous standby, according to Patroni. */
  withRole(role: 'leader' | 'sync_standby'): Promise<Machine>;
  /**
   * Waits until one primary and two standbys run, one of them synchronous, each file is on three disks, and both web
   * servers and both load balancers are ready.
   */
  whole(): Promise<void>;
  /** Promotes a standby in a controlled way, as before an upgrade of the primary's machine. */
  switchover(): Promise<void>;
}

/** Startup timeout of each component in milliseconds, on a busy machine. */
const START_MS = 180_000;

/** The public address, which moves between the load balancers. */
const ADDRESS = '10.0.0.1';
const FRONTS = { f1: '10.0.0.5', f2: '10.0.0.6' };
const DATABASES = { db1: '10.0.0.11', db2: '10.0.0.12', db3: '10.0.0.13' };
const APPS = { a: '10.0.0.21', b: '10.0.0.22' };
const STORES = { s1: '10.0.0.31', s2: '10.0.0.32', s3: '10.0.0.33' };

/** A sample configuration from deploy/ with other folders. Otherwise unchanged, so that the samples are tested. */
function sample(path: string, changes: Record<string, string> = {}): string {
  let text = readFileSync(join(root, 'deploy', path), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`deploy/${path} does not have "${from}"`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** The passwords in the sample configurations. */
const PASSWORD = { superuser: 'change-me-superuser', kinreel: 'change-me-kinreel' };

/** Starts everything. @param folder for all data; it may be removed afterwards */
export async function startCluster(folder: string): Promise<Cluster> {
  const logs = join(folder, 'logs');
  await createNetwork();
  const machinesAt = (addresses: Record<string, string>) =>
    Promise.all(Object.entries(addresses).map(([name, address]) => createMachine(name, address, logs)));
  const [fronts, databases, stores] = [await machinesAt(FRONTS), await machinesAt(DATABASES), await machinesAt(STORES)];
  const [a, b] = await machinesAt(APPS);
  if (!a || !b) throw new Error('no machines');
  const apps = [a, b] as const;

  const commands = new Map<string, () => void>();
  /** Starts a component and remembers how, for `restore`. */
  function start(machine: Machine, part: string, command: readonly string[], env?: NodeJS.ProcessEnv): void {
    const begin = () => void machine.start(part, command, env);
    commands.set(`${machine.name} ${part}`, begin);
    begin();
  }

  await startDatabases(folder, databases, start);
  await until(
    'one primary and two standbys',
    logs,
    'db1-patroni.log',
    async () => (await members()).length === 3 && hasStandbys(),
  );
  await createDatabase(await withRole('leader'));
  await requireRefusal(await withRole('sync_standby'));

  const store = await startStore(folder, stores, start);
  await until('the store', logs, 's1-ceph-mon.log', store.isWhole);
  const { env: bucket } = await createBucket({ ...store.keys, endpoint: `http://${STORES.s1}:${store.port}` });
  const settings = { ...bucket, S3_ENDPOINT: `http://127.0.0.1:${store.port}` };

  writeFileSync(join(folder, 'haproxy.cfg'), sample('cluster/haproxy/kinreel.cfg'));
  for (const machine of [...fronts, ...apps]) {
    start(machine, 'haproxy', ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')]);
  }
  for (const machine of apps) startApp(folder, machine, settings, start);
  for (const machine of fronts) startFront(folder, machine, start);
  const origin = `http://${ADDRESS}`;
  await whole();

  /** The cluster's members from any Patroni that responds. */
  async function members(): Promise<{ name: string; role: string; state: string; lag?: number | string }[]> {
    for (const { address } of databases) {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => null,
      );
      const { members: list } = ((await answer?.json().catch(() => null)) ?? {}) as { members?: never[] };
      if (list?.some(({ role }) => role === 'leader')) return list;
    }
    return [];
  }

  async function hasStandbys(): Promise<boolean> {
    const list = await members();
    const standbys = list.filter(({ role, state }) => role !== 'leader' && ['running', 'streaming'].includes(state));
    return standbys.length === 2 && list.some(({ role }) => role === 'sync_standby');
  }

  async function withRole(role: string): Promise<Machine> {
    const { name } = (await members()).find((one) => one.role === role) ?? {};
    const found = databases.find((one) => one.name === name);
    if (!found) throw new Error(`Patroni reports no ${role}`);
    return found;
  }

  async function inFront(): Promise<Machine> {
    const here = await Promise.all(fronts.map(async (one) => ((await one.has(ADDRESS)) ? one : null)));
    const [found, other] = here.filter((one) => one !== null);
    if (!found || other)
      throw new Error(`${other ? 'both load balancers have' : 'no load balancer has'} the public address`);
    return found;
  }

  async function whole(): Promise<void> {
    await until('all databases', logs, 'db1-patroni.log', hasStandbys);
    await until('the store', logs, 's1-ceph-mon.log', store.isWhole);
    for (const machine of apps) {
      await until(`web server ${machine.name}`, logs, `${machine.name}-api.log`, () =>
        isReady(`http://${machine.address}:3000/health/ready`),
      );
    }
    for (const machine of fronts) {
      await until(`nginx ${machine.name}`, logs, `${machine.name}-nginx.log`, () =>
        isReady(`http://${machine.address}/identity/health/ready`),
      );
    }
    await until('one active load balancer', logs, 'f1-keepalived.log', () =>
      inFront().then(
        () => isReady(`${origin}/health/ready`),
        () => false,
      ),
    );
  }

  return {
    origin,
    fronts,
    apps,
    databases,
    stores,
    inFront,
    withRole,
    restore(machine) {
      const here = machine.running();
      for (const [key, begin] of commands) {
        const [name, part = ''] = key.split(' ');
        if (name === machine.name && !here.includes(part)) begin();
      }
    },
    whole,
    async switchover() {
      const [leader, candidate] = [await withRole('leader'), await withRole('sync_standby')];
      const answer = await fetch(`http://${leader.address}:8008/switchover`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from('patroni:change-me-patroni').toString('base64')}` },
        body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
      });
      if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
    },
  };
}

/** Runs a command as the user `postgres`, because PostgreSQL does not run as root. */
const asPostgres = (user: { uid: number; gid: number }) => [
  ...['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'],
];

async function startDatabases(folder: string, machines: readonly Machine[], start: Start): Promise<void> {
  const { stdout } = await run('id', ['-u', 'postgres']);
  const user = { uid: Number(stdout), gid: Number((await run('id', ['-g', 'postgres'])).stdout) };
  const [binaries = ''] = globSync('/usr/lib/postgresql/*/bin/postgres')
    .toSorted()
    .toReversed()
    .map((path) => dirname(path));
  const peers = machines.map(({ name, address }) => `${name}=http://${address}:2380`).join(',');
  for (const machine of machines) {
    const { name, address } = machine;
    const own = join(folder, name);
    mkdirSync(own);
    chownSync(own, user.uid, user.gid);
    writeFileSync(
      join(own, 'patroni.yml'),
      sample('cluster/patroni/kinreel.yml', {
        '/usr/lib/postgresql/15/bin': binaries,
        '/var/lib/postgresql/15/kinreel': join(own, 'data'),
        '/var/lib/postgresql/kinreel.pgpass': join(own, 'pgpass'),
        '/var/run/postgresql': own,
      }),
    );
    start(machine, 'etcd', [
      ...['etcd', '--name', name, '--data-dir', join(own, 'etcd'), '--logger', 'zap', '--log-level', 'warn'],
      '--enable-v2',
      '--pre-vote',
      ...['--listen-peer-urls', `http://${address}:2380`, '--initial-advertise-peer-urls', `http://${address}:2380`],
      ...['--listen-client-urls', `http://${address}:2379`, '--advertise-client-urls', `http://${address}:2379`],
      // Longer timeouts, because several machines share a disk and two cores.
      ...['--initial-cluster', peers, '--heartbeat-interval', '300', '--election-timeout', '3000'],
    ]);
    start(machine, 'patroni', [...asPostgres(user), 'patroni', join(own, 'patroni.yml')], {
      PATRONI_NAME: name,
      PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
      PATRONI_RESTAPI_LISTEN: `${address}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
    });
  }
}

/** The one-time setup from docs/cluster.md. */
async function createDatabase(primary: Machine): Promise<void> {
  const url = (database: string) => `postgres://postgres:${PASSWORD.superuser}@${primary.address}:5432/${database}`;
  const client = new pg.Client({ connectionString: url('postgres') });
  await client.connect();
  for (const statement of [
    `create role kinreel login password '${PASSWORD.kinreel}'`,
    'create database kinreel owner kinreel',
    `alter database kinreel set statement_timeout = '30s'`,
    `alter database kinreel set idle_in_transaction_session_timeout = '60s'`,
  ]) {
    await client.query(statement);
  }
  await client.end();
}

/** Checks that Kinreel never uses a standby. @throws Error if it does */
async function requireRefusal(standby: Machine): Promise<void> {
  const db = connectDatabase(`postgres://postgres:${PASSWORD.superuser}@${standby.address}:5432/postgres`, 1);
  const answer = await sql`select 1`.execute(db).then(
    () => null,
    (error: { code?: string }) => error.code,
  );
  await db.destroy();
  if (answer !== '25006') throw new Error(`A connection to a standby was not refused (${answer}).`);
}

/** Starts Kinreel's processes on a machine, with PgBouncer and HAProxy. */
function startApp(folder: string, machine: Machine, store: NodeJS.ProcessEnv, start: Start): void {
  const own = join(folder, machine.name);
  mkdirSync(own);
  chmodSync(own, 0o755);
  writeFileSync(join(own, 'userlist.txt'), sample('cluster/pgbouncer/userlist.txt'));
  writeFileSync(
    join(own, 'pgbouncer.ini'),
    sample('cluster/pgbouncer/pgbouncer.ini', { '/etc/pgbouncer/userlist.txt': join(own, 'userlist.txt') }),
  );
  // It does not run as root, but reads its files before it changes its user.
  start(machine, 'pgbouncer', ['pgbouncer', '-u', 'nobody', join(own, 'pgbouncer.ini')]);
  const at = (port: number) => `postgres://kinreel:${PASSWORD.kinreel}@127.0.0.1:${port}/kinreel`;
  const env = {
    ...UNLIMITED,
    ...store,
    UPLOAD_PARTS: 'storage',
    DATABASE_URL: at(6432),
    DATABASE_SESSION_URL: at(5000),
    DATABASE_POOL_SIZE: '5',
    APP_SECRET: 'the-secret-of-the-cluster-test-0123456789',
    PUBLIC_URL: `http://${ADDRESS}`,
    HOST: machine.address,
    PORT: '3000',
    TRUSTED_PROXIES: Object.values(FRONTS).join(','),
    IDENTITY_HOST: machine.address,
    IDENTITY_PORT: '4000',
    IDENTITY_INTERNAL_URL: 'http://127.0.0.1:4000',
    REGISTRATION: 'open',
    LOG_LEVEL: 'warn',
  };
  for (const part of ['identity', 'api', 'worker']) {
    // A separate folder, because processes must not share any files.
    const command = [process.execPath, join(root, 'apps/server/src/kinreel.ts'), part];
    start(machine, part, command, { ...env, DATA_DIR: join(own, part) });
  }
}

/** Starts a load balancer with the samples for nginx (without TLS), HAProxy and keepalived. */
function startFront(folder: string, machine: Machine, start: Start): void {
  const site = sample('nginx/kinreel.conf', {
    'listen 443 ssl http2;': 'listen 80;',
    'listen [::]:443 ssl http2;': '',
    'server_name stories.example.org;\n  ssl': 'server_name _;\n  ssl',
  })
    .replace(/^server \{\s+listen 80;\s+listen \[::\][\s\S]*?^\}/m, '')
    .replace(/^\s*ssl_.*$/gm, '');
  const own = join(folder, machine.name);
  mkdirSync(own);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(own, 'nginx.conf'),
    `user root;\npid nginx.pid;\nerror_log error.log;\nevents {}\nhttp {\naccess_log off;\n${temporary
      .map((name) => `${name}_temp_path ${name};`)
      .join('\n')}\n${site}\n}\n`,
  );
  start(machine, 'nginx', ['nginx', '-p', own, '-c', 'nginx.conf', '-e', 'error.log', '-g', 'daemon off;']);
  const [other = ''] = Object.values(FRONTS).filter((address) => address !== machine.address);
  writeFileSync(
    join(own, 'keepalived.conf'),
    sample('cluster/keepalived/kinreel.conf')
      .replace(/unicast_src_ip .*/, `unicast_src_ip ${machine.address}`)
      .replace(/(unicast_peer \{\s+)[\d.]+/, `$1${other}`),
  );
  const files = ['--pid', join(own, 'keepalived.pid'), '--vrrp_pid', join(own, 'vrrp.pid')];
  start(machine, 'keepalived', [
    ...['keepalived', '--dont-fork', '--log-console', '--vrrp', '--use-file', join(own, 'keepalived.conf'), ...files],
  ]);
}

async function until(what: string, logs: string, log: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + START_MS; !(await isSo()); await sleep(500)) {
    if (Date.now() > deadline) throw new Error(`${what}: timed out.\n${endOfLog(logs, log)}`);
  }
}
