#!/usr/bin/env node
import { COMMANDS } from './app/commands.ts';
import { processCommands } from './app/processes.command.ts';
import { runCommand } from './platform/cli/command.ts';
import { readConfig } from './platform/config/config.ts';

/** The operator's command line: `npm run kinreel -- --help`. */
process.exitCode = await runCommand([...COMMANDS, ...processCommands(process.env)], process.argv.slice(2), () =>
  readConfig(process.env),
);
