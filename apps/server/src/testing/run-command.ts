import { vi } from 'vitest';
import { COMMANDS } from '../app/commands.ts';
import { runCommand } from '../platform/cli/command.ts';
import { readConfig } from '../platform/config/config.ts';
import type { CommandEnd } from './kinreel-command.ts';

/** Runs `kinreel <args>` in this process, which is much faster than a separate one. */
export async function runHere(env: Record<string, string>, ...args: readonly string[]): Promise<CommandEnd> {
  const [output, errors]: [string[], string[]] = [[], []];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void output.push(`${line}\n`));
  const error = vi.spyOn(console, 'error').mockImplementation((line) => void errors.push(`${line}\n`));
  try {
    const code = await runCommand(COMMANDS, args, () => readConfig(env));
    return { code, output: output.join(''), errors: errors.join('') };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}
