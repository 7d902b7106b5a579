import { type ChildProcess, fork } from 'node:child_process';
import { startLocalServices } from './app/local-services.ts';
import { isOnlyStart, requireFreePort } from './app/start-conditions.ts';
import { ConfigError, KNOWN_VARIABLES, readConfig } from './platform/config/config.ts';
import { makeDataDir } from './platform/config/data-dir.ts';
import { hintsAboutVariables } from './platform/config/unknown-variables.ts';
import {
  EXIT_CONFIG,
  LEAN_PROCESS,
  runProcess,
  StartFailed,
  SUPERVISOR_STOP_LIMIT_MS,
} from './platform/system/process.ts';

/** Delay before a crashed process is restarted, in milliseconds. */
const RESTART_DELAY_MS = 1_000;

/**
 * All-in-one start: database, identity service, worker and web server. Each is a separate process, configured with the
 * same environment variables as in a larger installation.
 */
await runProcess(
  'Kinreel',
  async () => {
    for (const hint of hintsAboutVariables(Object.keys(process.env), KNOWN_VARIABLES)) console.error(hint);
    const config = readConfig(process.env);
    if (config.port === 0) throw new ConfigError('PORT must not be 0 here: links in mails contain the port.');
    await makeDataDir(config);
    if (!(await isOnlyStart(config.dataDir))) {
      throw new ConfigError(
        `Kinreel already runs with the folder ${config.dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    await requireFreePort(config);
    const { postgres, env, identityEnv } = await startLocalServices(config, {
      ...process.env,
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    });

    const supervisor = createSupervisor();
    if (identityEnv) await supervisor.start(new URL(import.meta.resolve('@kinreel/identity/main')), identityEnv);
    await Promise.all([
      supervisor.start(new URL('./api.ts', import.meta.url), env),
      supervisor.start(new URL('./worker.ts', import.meta.url), env),
    ]);
    // A restarted PostgreSQL would use another port, so all processes have to restart, by the supervisor of this one.
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
  },
  SUPERVISOR_STOP_LIMIT_MS,
);

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
              reject(new StartFailed(`${file.pathname} ended with code ${code}.`));
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
