import { fileURLToPath } from 'node:url';
import { type Command, parseArguments } from '../platform/cli/command.ts';
import { required, type ServerConfig } from '../platform/config/config.ts';
import { LEAN_PROCESS } from '../platform/system/process.ts';
import { identityEnvironment } from './local-services.ts';

/** Starts one process of an installation, configured only by its environment: on its own machine or in a container. */
function processCommand({
  file,
  environmentOf,
  ...named
}: Pick<Command, 'name' | 'summary'> & {
  file: URL;
  environmentOf(config: ServerConfig): NodeJS.ProcessEnv;
}): Command {
  return {
    ...named,
    usage: '',
    async run(args, readConfig) {
      parseArguments(args, {});
      const environment = Object.entries({ ...LEAN_PROCESS.env, ...environmentOf(readConfig()) });
      // Replaces this process, so that the started one receives signals and no parent process remains.
      process.execve?.(
        process.execPath,
        [process.execPath, ...process.execArgv, ...LEAN_PROCESS.execArgv, fileURLToPath(file)],
        Object.fromEntries(environment.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))),
      );
      throw new Error(`Please start ${fileURLToPath(file)} with node. This platform cannot replace a process.`);
    },
  };
}

/** `kinreel api`, `kinreel identity` and `kinreel worker` (docs/cluster.md). */
export const processCommands = (environment: NodeJS.ProcessEnv): readonly Command[] => [
  processCommand({
    name: 'api',
    summary: 'Starts a web server alone. Any number of them may run.',
    file: new URL('../api.ts', import.meta.url),
    environmentOf: () => environment,
  }),
  processCommand({
    name: 'identity',
    summary: 'Starts the identity service alone. Any number of them may run.',
    file: new URL(import.meta.resolve('@kinreel/identity/main')),
    environmentOf: (config) => identityEnvironment(config, environment, required(config.appSecret, 'APP_SECRET')),
  }),
  processCommand({
    name: 'worker',
    summary: 'Starts a worker alone. Any number of them may run.',
    file: new URL('../worker.ts', import.meta.url),
    environmentOf: () => environment,
  }),
];
