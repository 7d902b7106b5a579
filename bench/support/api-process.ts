import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import { LEAN_PROCESS } from '../../apps/server/src/platform/system/process.ts';
import { findParts } from './processes.ts';

export interface ApiProcess {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

const FILE = join(import.meta.dirname, '../../apps/server/src/api.ts');

/** Starts another API process of a running installation with other settings. */
export async function startApi(dataDir: string, settings: Record<string, string>): Promise<ApiProcess> {
  const port = await getPort({ host: '127.0.0.1' });
  const running = readFileSync(`/proc/${findParts(dataDir).api}/environ`, 'utf8');
  const environment = running.split('\0').flatMap((line) => {
    const [name = '', ...value] = line.split('=');
    // Variables of the IPC channel.
    return name === '' || name.startsWith('NODE_CHANNEL') ? [] : [[name, value.join('=')] as const];
  });
  const child = fork(FILE, {
    env: { ...Object.fromEntries(environment), PORT: String(port), ...settings },
    execArgv: [...LEAN_PROCESS.execArgv],
  });
  const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [{ type?: string }];
  if (message?.type !== 'listening') throw new Error('The API process did not start');
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
