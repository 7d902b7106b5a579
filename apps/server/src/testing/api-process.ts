import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import getPort from 'get-port';
import { LEAN_PROCESS } from '../platform/system/process.ts';
import type { TestServer } from './index.ts';
import { PROCESS_ENV } from './process-env.ts';

/** A web server in a separate process, with the database and folder of a test server. */
export interface ApiProcess {
  origin: string;
  pid: number;
  /** Stops the process; SIGKILL prevents any cleanup. @returns its exit code */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts the process. @param server provides its configuration */
export async function startApiProcess(server: TestServer): Promise<ApiProcess> {
  const { config, appSecret } = server.deps;
  const port = await getPort({ host: '127.0.0.1' });
  const child = fork(join(import.meta.dirname, '../api.ts'), {
    env: {
      ...LEAN_PROCESS.env,
      ...PROCESS_ENV,
      PORT: String(port),
      PUBLIC_URL: config.publicUrl,
      DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl ?? '',
      DATABASE_POOL_SIZE: '4',
      APP_SECRET: appSecret,
      IDENTITY_INTERNAL_URL: config.identity.internalUrl ?? '',
      IDENTITY_API_CLIENT_SECRET: config.identity.apiClientSecret ?? '',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: 'off',
    },
    execArgv: [...LEAN_PROCESS.execArgv],
  });
  const ended = once(child, 'exit');
  await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => {
      throw new Error(`The web server exited during startup with code ${code}.`);
    }),
  ]);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async end(signal) {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}
