import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@kinreel/embedded-postgres';
import { identityClientSecret } from './app/create-deps.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { EXIT_CONFIG, LEAN_PROCESS, runProcess } from './platform/process.ts';
import { deriveKey } from './platform/secrets.ts';

/** Delay before a crashed process is restarted, in milliseconds. */
const RESTART_DELAY_MS = 1_000;

/**
 * All-in-one start: database, identity service, worker and web server. Each is a separate process, configured with the
 * same environment variables as in a larger installation.
 */
await runProcess('Kinreel', async () => {
  const config = readConfig(process.env);
  if (config.port === 0) throw new ConfigError('PORT must not be 0 here: links in mails contain the port.');
  await mkdir(config.dataDir, { recursive: true });
  const appSecret = config.appSecret ?? (await loadOrCreateSecret(join(config.dataDir, 'app-secret')));
  const postgres = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => console.log(line) });
  const identityPort = config.identity.hostedDomain || config.identity.internalUrl ? null : await freePort();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    PUBLIC_URL: config.publicUrl,
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? postgres?.url(),
    APP_SECRET: appSecret,
    MAIL_DIR: config.mail.dir,
    MAIL_FROM: config.mail.from,
    IDENTITY_API_CLIENT_SECRET: identityClientSecret(config, appSecret),
    ...(identityPort ? { IDENTITY_INTERNAL_URL: `http://127.0.0.1:${identityPort}` } : {}),
  };

  const supervisor = createSupervisor();
  if (identityPort) {
    await supervisor.start(new URL(import.meta.resolve('@kinreel/identity/main')), {
      ...env,
      IDENTITY_HOST: '127.0.0.1',
      IDENTITY_PORT: String(identityPort),
      IDENTITY_KEY_SECRET: deriveKey(appSecret, 'identity-keys').toString('base64url'),
    });
  }
  await Promise.all([
    supervisor.start(new URL('./api.ts', import.meta.url), env),
    supervisor.start(new URL('./worker.ts', import.meta.url), env),
  ]);
  // PostgreSQL would come back on another port, so everything has to be restarted, by the supervisor of this process.
  postgres?.lost.then(async () => {
    console.error('The database has stopped, so Kinreel stops too. Please start it again.');
    await supervisor.stop();
    process.exit(1);
  });
  console.log(`\n  Kinreel is ready: ${config.publicUrl}\n  All data is in ${config.dataDir}\n`);
  return async () => {
    await supervisor.stop();
    await postgres?.stop();
  };
});

/** Starts processes, restarts them when they crash, and stops them in reverse order. */
function createSupervisor() {
  const children: { current: ChildProcess; file: URL }[] = [];
  let stopping = false;

  function spawn(file: URL, env: NodeJS.ProcessEnv): ChildProcess {
    return fork(file, {
      env: { ...LEAN_PROCESS.env, ...env },
      execArgv: [...process.execArgv, ...LEAN_PROCESS.execArgv],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
  }

  return {
    /** Starts a process and waits until it reports that it is listening. */
    async start(file: URL, env: NodeJS.ProcessEnv): Promise<void> {
      const child = { current: spawn(file, env), file };
      children.push(child);
      let listening = false;
      await new Promise<void>((resolve, reject) => {
        function watch(): void {
          child.current.on('message', (message: { type?: string }) => {
            if (message.type !== 'listening') return;
            listening = true;
            resolve();
          });
          child.current.on('exit', (code) => {
            if (stopping) return;
            if (code === EXIT_CONFIG) process.exit(EXIT_CONFIG);
            if (!listening) {
              reject(new Error(`${file.pathname} ended with code ${code}`));
              return;
            }
            setTimeout(() => {
              if (stopping) return;
              child.current = spawn(file, env);
              watch();
            }, RESTART_DELAY_MS);
          });
        }
        watch();
      });
    },
    async stop(): Promise<void> {
      stopping = true;
      for (const { current } of children.reverse()) {
        if (current.exitCode !== null || current.signalCode !== null) continue;
        const ended = new Promise((resolve) => current.once('exit', resolve));
        current.kill('SIGTERM');
        await ended;
      }
    },
  };
}

/** The secret of this installation, generated on first start and stored next to the data. */
async function loadOrCreateSecret(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const secret = randomBytes(48).toString('base64url');
  await writeFile(`${path}.new`, `${secret}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return secret;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
