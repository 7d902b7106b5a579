import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type Command, runCommand, UsageError } from '../platform/command.ts';
import { ConfigError, type ServerConfig } from '../platform/config.ts';
import { COMMANDS } from './commands.ts';

const operations = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');

/** Runs a command line. @returns the exit code and everything that was printed */
async function run(commands: readonly Command[], ...args: string[]): Promise<[number, string]> {
  const lines: string[] = [];
  const output = vi.spyOn(console, 'log').mockImplementation((line) => lines.push(String(line)) && undefined);
  const errors = vi.spyOn(console, 'error').mockImplementation((line) => lines.push(String(line)) && undefined);
  try {
    const code = await runCommand(commands, args, () => {
      throw new ConfigError('PORT must be a port.');
    });
    return [code, lines.join('\n')];
  } finally {
    output.mockRestore();
    errors.mockRestore();
  }
}

test.each(COMMANDS.map(({ name }) => name))('kinreel %s is in the help and in docs/operations.md', async (name) => {
  const { summary, usage } = COMMANDS.find((command) => command.name === name) as Command;
  expect(operations).toContain(`npm run kinreel -- ${name}`);
  const [code, help] = await run(COMMANDS, '--help');
  expect(code).toBe(0);
  expect(help).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 20)}`, 'm'));
  expect(summary).toMatch(/^[A-Z].*\.$/);
  expect(await run(COMMANDS, ...name.split(' '), '--help')).toEqual([
    0,
    expect.stringContaining(`${name} ${usage}`.trim()),
  ]);
  // The arguments are checked before the settings.
  const [wrong, text] = await run(COMMANDS, ...name.split(' '), '--no-such-option');
  expect([wrong, text]).toEqual([64, expect.stringContaining(`Usage: npm run kinreel -- ${name}`)]);
});

test('the exit code says what went wrong: 64 the arguments, 78 the settings, 1 anything else', async () => {
  const command = (name: string, fail: (config: () => ServerConfig) => unknown): Command => ({
    ...{ name, usage: 'DIR', summary: `Does ${name}.` },
    run: async (_args, config) => Number(fail(config)),
  });
  const commands = [
    command('work', () => 0),
    command('work hard', (config) => config()),
    command('fail', () => {
      throw new Error('The disk is full.');
    }),
    command('usage', () => {
      throw new UsageError('DIR is missing');
    }),
  ];
  expect(await run(commands, 'work')).toEqual([0, '']);
  expect(await run(commands, 'work', 'hard')).toEqual([78, 'PORT must be a port.']);
  expect(await run(commands, 'fail')).toEqual([1, 'The disk is full.']);
  expect(await run(commands, 'usage')).toEqual([64, 'DIR is missing.\nUsage: npm run kinreel -- usage DIR']);
  expect(await run(commands, 'wrok')).toEqual([64, expect.stringMatching(/no command "wrok".*Does work hard/s)]);
  expect(await run(commands)).toEqual([64, expect.stringContaining('Usage: npm run kinreel -- <command>')]);
});
