// `npm run cluster`: installs the programs needed and runs run.ts in its own namespaces: an isolated network, and processes
// that all end with it, even if it crashes.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  environment,
  fail,
  findCeph,
  findFfmpeg,
  findNginx,
  findOrInstall,
  installPackages,
  node,
  root,
} from '../../../scripts/prepare.mjs';

/** The cluster's programs and their Debian packages. */
const PROGRAMS = [
  { names: ['patroni'], debianPackage: 'patroni python3-etcd' },
  { names: ['etcd'], debianPackage: 'etcd-server' },
  { names: ['etcdctl'], debianPackage: 'etcd-client' },
  { names: ['haproxy'], debianPackage: 'haproxy' },
  { names: ['pgbouncer'], debianPackage: 'pgbouncer' },
  { names: ['keepalived'], debianPackage: 'keepalived curl' },
  { names: ['ip'], debianPackage: 'iproute2' },
];

if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  fail('npm run cluster creates a network on this machine, which requires Linux and root.');
}
installPackages();
findFfmpeg();
process.env.PATH = `${process.env.PATH}:/usr/sbin:/sbin`;
const without = 'The cluster cannot run.';
if (!PROGRAMS.every((program) => findOrInstall({ ...program, without })) || !findCeph() || !findNginx())
  process.exit(1);
/** PostgreSQL's programs are in a folder per version, not on PATH. */
const versions = '/usr/lib/postgresql';
const hasPostgres = () =>
  existsSync(versions) && readdirSync(versions).some((version) => existsSync(join(versions, version, 'bin/postgres')));
if (!hasPostgres()) {
  findOrInstall({ names: ['postgres'], debianPackage: 'postgresql', without });
  if (!hasPostgres()) process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'kinreel-cluster-'));
// PostgreSQL and HAProxy run as other users.
chmodSync(folder, 0o755);
const child = spawn(
  'unshare',
  [
    ...['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child=KILL'],
    // The shell is process 1 and reaps orphaned processes, which Node would leave as zombies.
    ...['sh', '-c', '"$@"; exit $?', 'cluster', 'nice', node(), 'deploy/cluster/test/run.ts', ...process.argv.slice(2)],
  ],
  { cwd: root, env: { ...environment(), CLUSTER_FOLDER: folder }, stdio: ['ignore', 'inherit', 'inherit'] },
);
// Ctrl-C reaches all processes, and run.ts exits on it. Other signals kill `unshare` and all of its processes.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGKILL'));
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) child.kill('SIGKILL');
}, 500).unref();
child.on('exit', (code, signal) => {
  if (existsSync(folder) && !process.env.CLUSTER_KEEP) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  process.exit(signal ? 1 : (code ?? 0));
});
