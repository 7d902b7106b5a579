import getPort, { portNumbers } from 'get-port';

/**
 * Ports of one worker, below those that Linux gives to outgoing connections and to listeners on port 0 (from 32768).
 */
const FIRST_PORT = 20_000;
const PORTS_PER_WORKER = 1_000;

let used = 0;

/** A port on loopback that stays free for the server that a test starts, also while that server restarts. */
export function freePort(): Promise<number> {
  const first = FIRST_PORT + Number(process.env.TEST_PARALLEL_INDEX ?? 0) * PORTS_PER_WORKER;
  return getPort({ host: '127.0.0.1', port: portNumbers(first + used++, first + PORTS_PER_WORKER - 1) });
}
