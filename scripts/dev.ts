/**
 * `npm run dev`: all of Kinreel with hot reload, on one address.
 *
 *   browser -> Vite (web app, hot reload) -> API (node --watch) -> identity service (node --watch)
 *                                            worker (node --watch), embedded PostgreSQL
 *
 * One address is needed because the identity service accepts logins from `PUBLIC_URL` only, and its session cookie
 * belongs to that origin. A web app on a second port would need an exception, and would test cookies that no
 * installation uses.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import pretty from 'pino-pretty';
import { createServer, type Plugin } from 'vite';
import { startLocalServices } from '../apps/server/src/app/local-services.ts';
import { ConfigError, readConfig } from '../apps/server/src/platform/config/config.ts';
import { runProcess } from '../apps/server/src/platform/system/process.ts';

const root = join(import.meta.dirname, '..');

/** Debugger ports on loopback, also used by `.vscode/launch.json`. */
const INSPECTOR_PORTS = { api: 9229, worker: 9230, identity: 9231 } as const;

/** How long a request waits for a starting API, and the interval between two attempts, in milliseconds. */
const RESTART_WAIT_MS = 60_000;
const RETRY_MS = 50;

/** Lines that Node prints at each restart; the ports are printed once below. */
const INSPECTOR_NOISE = /^(Debugger (listening|attached|ending)|For help, see|Waiting for the debugger)/;

await runProcess('npm run dev', async () => {
  const config = readConfig({ ...process.env, DATA_DIR: process.env.DATA_DIR || './data-dev' });
  if (config.port === 0) throw new ConfigError('PORT must not be 0 here: links in mails contain the port.');
  const { postgres, env, identityEnv } = await startLocalServices(config, process.env);
  const apiPort = await getPort({ host: '127.0.0.1' });
  const children = [
    ...(identityEnv
      ? [watch(fileURLToPath(import.meta.resolve('@kinreel/identity/main')), INSPECTOR_PORTS.identity, identityEnv)]
      : []),
    watch('apps/server/src/api.ts', INSPECTOR_PORTS.api, { ...env, HOST: '127.0.0.1', PORT: String(apiPort) }),
    watch('apps/server/src/worker.ts', INSPECTOR_PORTS.worker, env),
  ];

  // Read by apps/web/vite.config.ts, which has the list of paths that go to the API.
  process.env.KINREEL_API = `http://127.0.0.1:${apiPort}`;
  const vite = await createServer({
    configFile: join(root, 'apps/web/vite.config.ts'),
    server: { host: config.host, port: config.port, strictPort: true },
    plugins: [waitForApi(apiPort)],
    clearScreen: false,
  });
  await vite.listen();

  postgres?.lost.then(() => {
    console.error('The database has stopped. Please run `npm run dev` again.');
    process.kill(process.pid, 'SIGTERM');
  });
  if (!(await untilListening(apiPort))) console.error('The API did not start. See the lines above.');
  const debuggers = Object.entries(INSPECTOR_PORTS).map(([name, port]) => `${name} ${port}`);
  console.log(`
  Kinreel for development: ${config.publicUrl}
  Data: ${config.dataDir} (npm run seed fills an empty one with a sample family)
  Database: ${env.DATABASE_URL}
  Debugger ports: ${debuggers.join(', ')}
`);
  return async () => {
    await vite.close();
    await Promise.all(children.map(stop));
    await postgres?.stop();
  };
});

/** Runs a TypeScript entry point and restarts it when an imported file changes. Formats its JSON log lines. */
function watch(file: string, inspectorPort: number, env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', `--inspect=127.0.0.1:${inspectorPort}`, file],
    { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  child.stdout?.pipe(
    pretty({
      colorize: process.stdout.isTTY,
      ignore: 'pid,hostname',
      translateTime: 'SYS:HH:MM:ss',
      singleLine: true,
      destination: 1,
      sync: true,
    }),
  );
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (!INSPECTOR_NOISE.test(line)) console.error(line);
    });
  }
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Holds requests while the API restarts, so that an open page does not see errors. */
function waitForApi(port: number): Plugin {
  return {
    name: 'wait-for-api',
    configureServer(server) {
      const paths = Object.keys(server.config.server.proxy ?? {});
      server.middlewares.use(async (request, _response, next) => {
        const url = request.url ?? '';
        if (paths.some((path) => url.startsWith(path))) await untilListening(port);
        next();
      });
    },
  };
}

/** Waits until a program listens on the port. @returns false if none did in time */
async function untilListening(port: number): Promise<boolean> {
  for (const deadline = Date.now() + RESTART_WAIT_MS; Date.now() < deadline; ) {
    if (await isListening(port)) return true;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return false;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
