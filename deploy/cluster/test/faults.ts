import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Machine, Part } from './machines.ts';

/** Something that happens to one part of a cluster, and ends. */
export interface Fault {
  name: string;
  /** Whether it is in the short run. */
  quick?: boolean;
  /** Resolves when the part is whole again, or is starting. */
  happen(cluster: Cluster): Promise<void>;
}

/** How long a supervisor takes to start a process again that has ended, in milliseconds. */
const RESTART_MS = 3_000;

/** How long a process hangs, or a machine is cut off, in milliseconds: longer than it takes to do without it. */
const AWAY_MS = 20_000;

/** The same for a database, whose place another one takes, and for a machine of the store, whose files are on two others. */
const DISK_AWAY_MS = 60_000;

type Where = (cluster: Cluster) => Machine | Promise<Machine>;

/** Machines take turns. */
let turn = 0;
const anApp: Where = ({ apps }) => apps[turn++ % 2] ?? apps[0];
const aStore: Where = ({ stores }) => stores[turn++ % stores.length] as Machine;
const inFront: Where = (cluster) => cluster.inFront();
const primary: Where = (cluster) => cluster.withRole('leader');
const standby: Where = (cluster) => cluster.withRole('sync_standby');

const killed =
  (where: Where, part: Part, awayMs = RESTART_MS) =>
  async (cluster: Cluster) => {
    const machine = await where(cluster);
    await machine.signal(part, 'SIGKILL');
    await sleep(awayMs);
    cluster.restore(machine);
  };

const hung =
  (where: Where, part: Part, awayMs = AWAY_MS) =>
  async (cluster: Cluster) => {
    const machine = await where(cluster);
    await machine.signal(part, 'SIGSTOP');
    await sleep(awayMs);
    await machine.signal(part, 'SIGCONT');
    cluster.restore(machine);
  };

const cutOff =
  (where: Where, awayMs = AWAY_MS) =>
  async (cluster: Cluster) => {
    const machine = await where(cluster);
    await machine.cut();
    await sleep(awayMs);
    await machine.mend();
    // What has ended because it was alone, such as an identity service that started without a database.
    cluster.restore(machine);
  };

/** All faults, in the order of the table. */
export const FAULTS: readonly Fault[] = [
  { name: 'nginx: kill -9', happen: killed(inFront, 'nginx') },
  { name: 'nginx: hangs for 20 s', happen: hung(inFront, 'nginx') },
  { name: 'HAProxy beside nginx: kill -9', happen: killed(inFront, 'haproxy') },
  { name: 'HAProxy beside nginx: hangs for 20 s', happen: hung(inFront, 'haproxy') },
  { name: 'machine in front: kill -9 of all', happen: killed(inFront, 'all') },
  { name: 'machine in front: cut off for 20 s', happen: cutOff(inFront) },
  { name: 'web server: kill -9', quick: true, happen: killed(anApp, 'api') },
  { name: 'web server: hangs for 20 s', happen: hung(anApp, 'api') },
  { name: 'identity service: kill -9', happen: killed(anApp, 'identity') },
  { name: 'identity service: hangs for 20 s', happen: hung(anApp, 'identity') },
  { name: 'worker: kill -9', happen: killed(anApp, 'worker') },
  { name: 'worker: hangs for 20 s', happen: hung(anApp, 'worker') },
  { name: 'PgBouncer: kill -9', happen: killed(anApp, 'pgbouncer') },
  { name: 'PgBouncer: hangs for 20 s', happen: hung(anApp, 'pgbouncer') },
  { name: 'HAProxy of a web server: kill -9', happen: killed(anApp, 'haproxy') },
  { name: 'HAProxy of a web server: hangs for 20 s', happen: hung(anApp, 'haproxy') },
  { name: 'machine of a web server: kill -9 of all', happen: killed(anApp, 'all') },
  { name: 'machine of a web server: cut off for 20 s', quick: true, happen: cutOff(anApp) },
  { name: 'gateway of the store: kill -9', happen: killed(aStore, 'radosgw') },
  { name: 'gateway of the store: hangs for 20 s', happen: hung(aStore, 'radosgw') },
  { name: 'machine of the store: kill -9 of all', happen: killed(aStore, 'all', DISK_AWAY_MS) },
  { name: 'machine of the store: hangs for 60 s', happen: hung(aStore, 'all', DISK_AWAY_MS) },
  { name: 'machine of the store: cut off for 60 s', happen: cutOff(aStore, DISK_AWAY_MS) },
  { name: 'primary: Patroni gives it to the standby', happen: (cluster) => cluster.switchover() },
  { name: 'primary: kill -9 of PostgreSQL', happen: killed(primary, 'postgres') },
  { name: 'machine of the primary: kill -9 of all', quick: true, happen: killed(primary, 'all', DISK_AWAY_MS) },
  { name: 'machine of the primary: hangs for 60 s', happen: hung(primary, 'all', DISK_AWAY_MS) },
  { name: 'machine of the primary: cut off for 60 s', happen: cutOff(primary, DISK_AWAY_MS) },
  { name: 'machine of the standby: kill -9 of all', happen: killed(standby, 'all', DISK_AWAY_MS) },
  { name: 'machine of the standby: hangs for 60 s', happen: hung(standby, 'all', DISK_AWAY_MS) },
  { name: 'machine of the standby: cut off for 60 s', happen: cutOff(standby, DISK_AWAY_MS) },
];
