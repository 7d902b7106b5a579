import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cephKeyring } from '../../../apps/server/src/testing/ceph-keyring.ts';
import type { S3Server } from '../../../apps/server/src/testing/s3-server.ts';
import { isReady, type Machine, type Start } from './machines.ts';

const run = promisify(execFile);

/** Port of the gateways, as in deploy/cluster/haproxy. */
const PORT = 7480;

/** How long Ceph commands wait for its monitors, in seconds. */
const WAIT = 60;

/** Ceph on three machines, each with a monitor, a disk and an S3 gateway. */
export interface Store {
  port: number;
  keys: Omit<S3Server, 'endpoint'>;
  /** Whether all machines run, and each file has three copies. */
  isWhole(): Promise<boolean>;
}

/** Starts the store. @param folder for all data */
export async function startStore(folder: string, machines: readonly Machine[], start: Start): Promise<Store> {
  const cluster = randomUUID();
  const keyring = join(folder, 'ceph-keyring');
  const names = ['mon.', 'client.admin', ...machines.map((_, i) => `osd.${i}`)];
  writeFileSync(keyring, cephKeyring(names), { mode: 0o600 });
  const monitors = machines.map(({ address }) => `[v2:${address}:3300/0]`);
  const monmap = join(folder, 'monmap');
  await run('monmaptool', [
    ...['--create', '--fsid', cluster],
    ...machines.flatMap(({ name }, i) => ['--addv', name, monitors[i] ?? '']),
    monmap,
  ]);

  const configOf = ({ name }: Machine) => ['--conf', join(folder, name, 'ceph.conf')];
  for (const machine of machines) {
    const own = join(folder, machine.name);
    for (const part of ['mon', 'osd', 'rgw']) mkdirSync(join(own, part), { recursive: true });
    writeFileSync(join(own, 'ceph.conf'), configuration({ cluster, keyring, own, machine, monitors }));
    await run('ceph-mon', [
      ...configOf(machine),
      ...['--mkfs', '--id', machine.name, '--monmap', monmap, '--keyring', keyring],
    ]);
    start(machine, 'ceph-mon', ['ceph-mon', '-f', ...configOf(machine), '--id', machine.name]);
  }
  const [first] = machines;
  if (!first) throw new Error('no machines');
  const ceph = async (...command: string[]) =>
    (await run('ceph', [...configOf(first), '--connect-timeout', String(WAIT), ...command])).stdout;

  for (const [id, machine] of machines.entries()) {
    const disk = randomUUID();
    await ceph('osd', 'new', disk, String(id));
    const place = [...configOf(machine), '--id', String(id)];
    await run('ceph-osd', [...place, '--mkfs', '--osd-uuid', disk]);
    start(machine, 'ceph-osd', ['ceph-osd', '-f', ...place]);
  }
  const keys = { accessKeyId: randomBytes(10).toString('hex'), secretAccessKey: randomBytes(20).toString('hex') };
  await run('radosgw-admin', [
    ...[
      ...configOf(first),
      '--name',
      'client.admin',
      'user',
      'create',
      '--uid',
      'kinreel',
      '--display-name',
      'kinreel',
    ],
    ...['--access-key', keys.accessKeyId, '--secret-key', keys.secretAccessKey],
  ]);
  for (const machine of machines) {
    start(machine, 'radosgw', ['radosgw', '-f', ...configOf(machine), '--name', 'client.admin']);
  }

  async function isWhole(): Promise<boolean> {
    const stat = JSON.parse(await ceph('osd', 'stat', '--format', 'json')) as { num_up_osds: number };
    if (stat.num_up_osds < machines.length) return false;
    const gateways = await Promise.all(machines.map(({ address }) => isReady(`http://${address}:${PORT}`)));
    if (gateways.includes(false)) return false;
    // No manager runs that would summarize this, so ask the primary of each pool's only placement group.
    const pools = JSON.parse(await ceph('osd', 'lspools', '--format', 'json')) as { poolnum: number }[];
    for (const { poolnum } of pools) {
      const { state } = JSON.parse(await ceph('tell', `${poolnum}.0`, 'query')) as { state: string };
      if (state !== 'active+clean') return false;
    }
    return true;
  }

  return { port: PORT, keys, isWhole: () => isWhole().catch(() => false) };
}

/**
 * Three copies of each file, two of which must be written. A machine without a heartbeat for eight seconds is marked as
 * down.
 */
function configuration({
  cluster,
  keyring,
  own,
  machine: { name, address },
  monitors,
}: {
  cluster: string;
  keyring: string;
  own: string;
  machine: Machine;
  monitors: readonly string[];
}): string {
  return `
[global]
fsid = ${cluster}
mon host = ${monitors.join(',')}
keyring = ${keyring}
run dir = ${own}
admin socket = ${own}/$name.$pid.asok
log file = ${own}/$name.log
crash dir = ${own}
osd pool default size = 3
osd pool default min size = 2
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
[mon]
public addr = ${address}
mon data = ${own}/mon
mon data avail crit = 1
mon osd adjust heartbeat grace = false
[osd]
public addr = ${address}
cluster addr = ${address}
crush location = root=default host=${name}
osd data = ${own}/osd
osd objectstore = bluestore
bluestore block create = true
bluestore block size = 8589934592
osd memory target = 1073741824
osd heartbeat interval = 2
osd heartbeat grace = 8
[client.admin]
rgw data = ${own}/rgw
rgw frontends = beast endpoint=${address}:${PORT}
rgw thread pool size = 32
rgw enable usage log = false
rgw enable ops log = false
`;
}
