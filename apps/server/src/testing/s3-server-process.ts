/**
 * Runs a Ceph cluster with one monitor, one in-memory store and one gateway, on loopback and in a temporary folder.
 * When the parent process ends for any reason, everything here is stopped and removed.
 *
 * Sends {ready: S3Server} or {error: text} to its parent.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { cephKeyring } from './ceph-keyring.ts';
import type { S3Server } from './s3-server.ts';

const run = promisify(execFile);

/** In milliseconds. A start takes three seconds, more on a busy machine. */
const START_LIMIT = 120_000;

const folder = await mkdtemp(join(tmpdir(), 'kinreel-ceph-'));
const daemons: ChildProcess[] = [];
let ending = false;

process.on('disconnect', () => void end());
// Ctrl-C reaches the complete process group.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());

const limit = setTimeout(() => void fail(new Error('start timed out')), START_LIMIT);
start().then(
  (ready) => {
    clearTimeout(limit);
    process.send?.({ ready });
  },
  (error) => void fail(error),
);

async function start(): Promise<S3Server> {
  const [monitorPort, gatewayPort] = [await getPort({ host: '127.0.0.1' }), await getPort({ host: '127.0.0.1' })];
  const [cluster, osd] = [randomUUID(), randomUUID()];
  const accessKeyId = randomBytes(10).toString('hex');
  const secretAccessKey = randomBytes(20).toString('hex');
  const config = join(folder, 'ceph.conf');
  const monmap = join(folder, 'monmap');
  const keyring = join(folder, 'keyring');
  for (const name of ['mon', 'osd', 'rgw']) await mkdir(join(folder, name));
  await writeFile(config, configuration(cluster, monitorPort, gatewayPort));
  await writeFile(keyring, cephKeyring(['mon.', 'client.admin', 'osd.0']), { mode: 0o600 });
  const ceph = ['--conf', config];

  await run('monmaptool', ['--create', '--fsid', cluster, '--addv', 'a', `[v2:127.0.0.1:${monitorPort}/0]`, monmap]);
  await run('ceph-mon', [...ceph, '--mkfs', '--id', 'a', '--monmap', monmap, '--keyring', keyring]);
  startDaemon('ceph-mon', [...ceph, '--id', 'a']);
  await run('ceph', [...ceph, '--connect-timeout', '60', 'osd', 'new', osd]);
  await run('ceph-osd', [...ceph, '--mkfs', '--id', '0', '--osd-uuid', osd]);
  startDaemon('ceph-osd', [...ceph, '--id', '0']);
  const user = ['--uid', 'kinreel', '--display-name', 'kinreel'];
  const key = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
  await run('radosgw-admin', [...ceph, '--name', 'client.admin', 'user', 'create', ...user, ...key]);
  startDaemon('radosgw', [...ceph, '--name', 'client.admin']);

  const endpoint = `http://127.0.0.1:${gatewayPort}`;
  while (!(await fetch(endpoint).catch(() => null))) await new Promise((resolve) => setTimeout(resolve, 50));
  return { endpoint, accessKeyId, secretAccessKey };
}

/** Short paxos intervals speed up the start: by default the monitor waits a second at each of many steps. */
function configuration(cluster: string, monitorPort: number, gatewayPort: number): string {
  return `
[global]
fsid = ${cluster}
mon host = [v2:127.0.0.1:${monitorPort}/0]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
keyring = ${folder}/keyring
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
crash dir = ${folder}
mon data = ${folder}/mon
mon allow pool size one = true
osd data = ${folder}/osd
osd objectstore = memstore
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
memstore device bytes = 2147483648
mon data avail crit = 1
paxos propose interval = 0.05
paxos min wait = 0.01
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${gatewayPort}
rgw thread pool size = 32
rgw enable usage log = false
rgw enable ops log = false
`;
}

/** Starts a daemon in the foreground; the kernel kills it if this process is killed. */
function startDaemon(program: string, args: string[]): void {
  const daemon = spawn('setpriv', ['--pdeathsig', 'KILL', program, '-f', ...args], { stdio: 'ignore' });
  daemon.on('error', (error) => void fail(error));
  daemon.on('exit', (code, signal) => void fail(new Error(`${program} ended with ${code ?? signal}`)));
  daemons.push(daemon);
}

async function fail(error: Error): Promise<void> {
  if (ending) return;
  const log = await readFile(join(folder, 'client.admin.log'), 'utf8').catch(() => '');
  process.send?.({ error: `${error.message}\n${log.split('\n').slice(-5).join('\n')}` });
  await end();
}

async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  const running = daemons.filter(({ exitCode, signalCode, pid }) => pid && exitCode === null && signalCode === null);
  await Promise.all(
    running.map((daemon) => {
      const gone = new Promise((resolve) => daemon.once('exit', resolve));
      // The data is temporary, so no clean shutdown is needed.
      daemon.kill('SIGKILL');
      return gone;
    }),
  );
  await rm(folder, { recursive: true, force: true });
  process.exit();
}
