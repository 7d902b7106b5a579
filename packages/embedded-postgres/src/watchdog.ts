/**
 * Owns PostgreSQL on behalf of the processes that use it. Each of them holds a connection to this process's socket;
 * when the last one is gone, however it ended, PostgreSQL is shut down properly and this process ends too. It runs in
 * a session of its own, so what kills its users leaves it alone.
 *
 * Run as: node watchdog.ts <JSON of dataDir, fsync, maxConnections>
 * Says, a JSON value a line: {"log": text}, {"ready": true}, {"error": text}.
 */
import { createServer, type Socket } from 'node:net';
import { startCluster } from './cluster.ts';
import { watchdogAddress } from './paths.ts';
import { isPostmasterOf, type Postmaster, stopPostmaster } from './postmaster.ts';

/** Milliseconds that a watchdog without any user waits for its first, and between looks whether PostgreSQL lives. */
const FIRST_USER_LIMIT = 10_000;
const LOOK_EVERY = 1_000;

const { dataDir, fsync, maxConnections } = JSON.parse(process.argv[2] ?? '{}');
const users = new Set<Socket>();
/** Users that said goodbye last and wait until PostgreSQL is down. */
const leaving = new Set<Socket>();
let running: (Postmaster & { cluster: string }) | undefined;
let stopping = false;
let failure: string | undefined;
/** Lines for the first user, who started this process and may connect a moment after they were said. */
const unheard: string[] = [];

const tell = (socket: Socket, message: { log: string } | { ready: true } | { error: string }) =>
  socket.write(`${JSON.stringify(message)}\n`);

const server = createServer({ allowHalfOpen: true }, (socket) => {
  users.add(socket);
  // A killed user resets its connection; 'close' follows.
  socket.on('error', () => undefined);
  socket.on('end', () => leave(socket));
  socket.on('close', () => leave(socket));
  socket.resume();
  for (const line of unheard.splice(0)) tell(socket, { log: line });
  if (running && !stopping) tell(socket, { ready: true });
  if (failure !== undefined) fail(failure);
});

// Whoever came second has nothing to do: the first one serves both.
server.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EADDRINUSE' ? 0 : 1));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

server.listen(watchdogAddress(dataDir), async () => {
  try {
    running = await startCluster({
      dataDir,
      fsync,
      maxConnections,
      log: (line) => {
        if (users.size === 0) unheard.push(line);
        for (const user of users) tell(user, { log: line });
      },
    });
    for (const user of users) tell(user, { ready: true });
    if (leaving.size > 0 && users.size === 0) await shutDown();
    setTimeout(() => users.size === 0 && shutDown(), FIRST_USER_LIMIT);
    setInterval(() => running && !isPostmasterOf(running.pid, running.cluster) && shutDown(), LOOK_EVERY);
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
    console.error(failure);
    // It may have gone wrong sooner than the first user could connect, who then hears it on connecting.
    if (users.size > 0 || leaving.size > 0) fail(failure);
    else setTimeout(endAll, FIRST_USER_LIMIT);
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
  for (const user of users) tell(user, { error });
  endAll();
}

/** Users that came meanwhile find their connection closed without an answer, and start a new watchdog. */
function endAll() {
  for (const socket of [...users, ...leaving]) socket.end();
  server.close();
  // Lets the last lines reach their readers.
  setTimeout(() => process.exit(), 50);
}
