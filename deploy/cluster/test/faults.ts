import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Machine, Part } from './machines.ts';

/** A temporary fault of one component. */
export interface Fault {
  name: string;
  /** Whether it is in the short run. */
  quick?: boolean;
  /** Resolves when the component has recovered or is starting. */
  inject(cluster: Cluster): Promise<void>;
}

/** How long a supervisor takes to restart a process, in milliseconds. */
const RESTART_MS = 3_000;

/** Duration of a hang or a network cut, in milliseconds: longer than failover takes. */
const FAULT_MS = 20_000;

/**
 * The same for databases, which fail over to a standby, and machines of the store, whose files have two other copies.
 */
const STATEFUL_FAULT_MS = 60_000;

type Where = (cluster: Cluster) => Machine | Promise<Machine>;

/** Rotates through the machines of a kind. */
let rotation = 0;
const anApp: Where = ({ apps }) => apps[rotation++ % 2] ?? apps[0];
const aStore: Where = ({ stores }) => stores[rotation++ % stores.length] as Machine;
const inFront: Where = (cluster) => cluster.inFront();
const primary: Where = (cluster) => cluster.withRole('leader');
const standby: Where = (cluster) => cluster.withRole('sync_standby');

const killed =
  (where: Where, part: Part, faultMs = RESTART_MS) =>
  async (cluster: Cluster) => {
    const machine = await where(cluster);
    await machine.signal(part, 'SIGKILL');
    await sleep(faultMs);
    cluster.restore(machine);
  };

const hung =
  (where: Where, part: Part, faultMs = FAULT_MS) =>
  async (cluster: Cluster) => {
    const machine = await where(cluster);
    await machine.signal(part, 'SIGSTOP');
    await sleep(faultMs);
    await machine.signal(part, 'SIGCONT');
    cluster.restore(machine);
  };

const cutOff =
  (where: Where, faultMs = FAULT_MS) =>
  async (cluster: Cluster) => {
    const machine = await where(cluster);
    await machine.cut();
    await sleep(faultMs);
    await machine.reconnect();
    // Processes that exited without the network, such as an identity service that started without a database.
    cluster.restore(machine);
  };

/** All faults, in the order of the table. */
export const FAULTS: readonly Fault[] = [
  { name: 'nginx: kill -9', inject: killed(inFront, 'nginx') },
  { name: 'nginx: hangs for 20 s', inject: hung(inFront, 'nginx') },
  { name: 'HAProxy of a load balancer: kill -9', inject: killed(inFront, 'haproxy') },
  { name: 'HAProxy of a load balancer: hangs for 20 s', inject: hung(inFront, 'haproxy') },
  { name: 'load balancer: kill -9 of all', inject: killed(inFront, 'all') },
  { name: 'load balancer: cut off for 20 s', inject: cutOff(inFront) },
  { name: 'web server: kill -9', quick: true, inject: killed(anApp, 'api') },
  { name: 'web server: hangs for 20 s', inject: hung(anApp, 'api') },
  { name: 'identity service: kill -9', inject: killed(anApp, 'identity') },
  { name: 'identity service: hangs for 20 s', inject: hung(anApp, 'identity') },
  { name: 'worker: kill -9', inject: killed(anApp, 'worker') },
  { name: 'worker: hangs for 20 s', inject: hung(anApp, 'worker') },
  { name: 'PgBouncer: kill -9', inject: killed(anApp, 'pgbouncer') },
  { name: 'PgBouncer: hangs for 20 s', inject: hung(anApp, 'pgbouncer') },
  { name: 'HAProxy of a web server: kill -9', inject: killed(anApp, 'haproxy') },
  { name: 'HAProxy of a web server: hangs for 20 s', inject: hung(anApp, 'haproxy') },
  { name: 'machine of a web server: kill -9 of all', inject: killed(anApp, 'all') },
  { name: 'machine of a web server: cut off for 20 s', quick: true, inject: cutOff(anApp) },
  { name: 'gateway of the store: kill -9', inject: killed(aStore, 'radosgw') },
  { name: 'gateway of the store: hangs for 20 s', inject: hung(aStore, 'radosgw') },
  { name: 'machine of the store: kill -9 of all', inject: killed(aStore, 'all', STATEFUL_FAULT_MS) },
  { name: 'machine of the store: hangs for 60 s', inject: hung(aStore, 'all', STATEFUL_FAULT_MS) },
  { name: 'machine of the store: cut off for 60 s', inject: cutOff(aStore, STATEFUL_FAULT_MS) },
  { name: 'primary: switchover by Patroni', inject: (cluster) => cluster.switchover() },
  { name: 'primary: kill -9 of PostgreSQL', inject: killed(primary, 'postgres') },
  { name: 'machine of the primary: kill -9 of all', quick: true, inject: killed(primary, 'all', STATEFUL_FAULT_MS) },
  { name: 'machine of the primary: hangs for 60 s', inject: hung(primary, 'all', STATEFUL_FAULT_MS) },
  { name: 'machine of the primary: cut off for 60 s', inject: cutOff(primary, STATEFUL_FAULT_MS) },
  { name: 'machine of the standby: kill -9 of all', inject: killed(standby, 'all', STATEFUL_FAULT_MS) },
  { name: 'machine of the standby: hangs for 60 s', inject: hung(standby, 'all', STATEFUL_FAULT_MS) },
  { name: 'machine of the standby: cut off for 60 s', inject: cutOff(standby, STATEFUL_FAULT_MS) },
];
