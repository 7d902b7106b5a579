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

/** Milliseconds before a process that ended by itself is started again. */
const RESTART_DELAY_MS = 1_000;

/**
 * All in one: database, identity service, worker and web server, each a process of its own as in a larger
 * installation, wired by the same environment variables.
 */
await runProcess('Kinreel', async () => {
  const config = readConfig(process.env);
  if (config.port === 0) throw new ConfigError('PORT must not be 0 here: the address is part of what people are sent.');
  await mkdir(config.dataDir, { recursive: true });
  const appSecret = config.appSecret ?? (await ownSecret(join(config.dataDir, 'app-secret')));
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
  // Its next start mends it, on another port: whoever supervises this process starts all of it again.
  postgres?.lost.then(async () => {
    console.error('The database has ended, so Kinreel ends too. Please start it again.');
    await supervisor.stop();
    process.exit(1);
  });
  console.log(`\n  Kinreel is ready: ${config.publicUrl}\n  Everything it keeps is in ${config.dataDir}\n`);
  return async () => {
    await supervisor.stop();
    await postgres?.stop();
  };
});

/** Keeps processes running: starts them, starts them again when they end by themselves, ends them in reverse order. */
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
    /** Start a process and wait until it says that it listens. */
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

/** The secret of this installation, made once and kept beside its data. */
async function ownSecret(path: string): Promise<string> {
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
