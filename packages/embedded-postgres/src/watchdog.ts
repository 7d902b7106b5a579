/**
 * Owns PostgreSQL for the processes that use it. Each of them keeps a connection to this process's socket. When the
 * last one closes for any reason, PostgreSQL is shut down cleanly and this process ends. It runs in its own session, so
 * signals to its users do not reach it.
 *
 * Run as: node watchdog.ts <JSON of dataDir, fsync, maxConnections>
 * Sends one JSON value per line: {"log": text}, {"ready": true}, {"error": text}.
 */
import { createServer, type Socket } from 'node:net';
import { startCluster } from './cluster.ts';
import { watchdogAddress } from './paths.ts';
import { isPostmasterOf, type Postmaster, stopPostmaster } from './postmaster.ts';

/** How long to wait for the first user, and the interval of checks whether PostgreSQL is alive, in milliseconds. */
const FIRST_USER_TIMEOUT_MS = 10_000;
const CHECK_INTERVAL_MS = 1_000;

const { dataDir, fsync, maxConnections } = JSON.parse(process.argv[2] ?? '{}');
const users = new Set<Socket>();
/** Disconnecting users that wait until PostgreSQL has stopped. */
const leaving = new Set<Socket>();
let running: (Postmaster & { cluster: string }) | undefined;
let stopping = false;
let failure: string | undefined;
/** Log lines for the first user, which started this process and may connect after they were written. */
const pendingLines: string[] = [];

const send = (socket: Socket, message: { log: string } | { ready: true } | { error: string }) =>
  socket.write(`${JSON.stringify(message)}\n`);

const server = createServer({ allowHalfOpen: true }, (socket) => {
  users.add(socket);
  // A killed user resets its connection; 'close' follows.
  socket.on('error', () => undefined);
  socket.on('end', () => leave(socket));
  socket.on('close', () => leave(socket));
  socket.resume();
  for (const line of pendingLines.splice(0)) send(socket, { log: line });
  if (running && !stopping) send(socket, { ready: true });
  if (failure !== undefined) fail(failure);
});

// A second watchdog is not needed: the first one serves all users.
server.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EADDRINUSE' ? 0 : 1));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

server.listen(watchdogAddress(dataDir), async () => {
  try {
    running = await startCluster({
      dataDir,
      fsync,
      maxConnections,
      log: (line) => {
        if (users.size === 0) pendingLines.push(line);
        for (const user of users) send(user, { log: line });
      },
    });
    for (const user of users) send(user, { ready: true });
    if (leaving.size > 0 && users.size === 0) await shutDown();
    setTimeout(() => users.size === 0 && shutDown(), FIRST_USER_TIMEOUT_MS);
    setInterval(() => running && !isPostmasterOf(running.pid, running.cluster) && shutDown(), CHECK_INTERVAL_MS);
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
    console.error(failure);
    // If this failed before the first user connected, that user gets the error on connecting.
    if (users.size > 0 || leaving.size > 0) fail(failure);
    else setTimeout(endAll, FIRST_USER_TIMEOUT_MS);
  }
});

function leave(socket: Socket) {
  if (!users.delete(socket)) return;
  if (users.size > 0) {
    socket.end();
    return;
  }
  leaving.add(socket);
  if (running) shutDown();
}

async function shutDown() {
  if (stopping) return;
  stopping = true;
  if (running) await stopPostmaster(running.pid, running.cluster);
  endAll();
}

function fail(error: string) {
  for (const user of users) send(user, { error });
  endAll();
}

/** Users that connect now are disconnected without a message, and start a new watchdog. */
function endAll() {
  for (const socket of [...users, ...leaving]) socket.end();
  server.close();
  // Leaves time to send the last messages.
  setTimeout(() => process.exit(), 50);
}
