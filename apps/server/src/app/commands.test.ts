import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Command, runCommand, UsageError } from '../platform/cli/command.ts';
import { ConfigError, type ServerConfig } from '../platform/config/config.ts';
import { PROCESS_ENV } from '../testing/process-env.ts';
import { runHere } from '../testing/run-command.ts';
import { COMMANDS } from './commands.ts';

const pages = ['operations', 'administration', 'monitoring']
  .map((page) => readFileSync(join(import.meta.dirname, `../../../../docs/${page}.md`), 'utf8'))
  .join('\n');

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

test.each(COMMANDS.map(({ name }) => name))('kinreel %s is in the help and on a page for operators', async (name) => {
  const { summary, usage } = COMMANDS.find((command) => command.name === name) as Command;
  expect(pages).toContain(`npm run kinreel -- ${name}`);
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
    name,
    usage: 'DIR',
    summary: `Does ${name}.`,
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

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinreel-commands-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test.each([
  'status',
  'people',
  'people off anna@example.org',
  'owner anna@example.org',
  'invitations',
  'activity',
  'reports',
  'mails list',
  'jobs list',
  'jobs retry --failed',
  'integrity',
  'backup backups',
])('kinreel %s in a folder without data says so with exit code 78, and writes nothing', async (line) => {
  const dataDir = join(root, 'no-data');
  const end = await runHere({ DATA_DIR: dataDir, APP_SECRET: 'x'.repeat(40) }, ...line.split(' '));
  expect(end).toMatchObject({ code: 78, output: '', errors: expect.stringContaining(dataDir) });
  expect(end.errors).toContain('Set DATA_DIR');
  expect(await readdir(root)).toEqual([]);
});

test('a data folder that is not writable prints one sentence, with exit code 78', async () => {
  // Not even root can write there.
  const env = { DATA_DIR: '/proc/self', DATABASE_URL: 'postgres://localhost:1/none' };
  // mkdir of Node with `recursive` never returns there.
  expect(await startAll({ ...env, DATA_DIR: '/proc/data' })).toEqual([
    78,
    expect.stringContaining('/proc/data cannot be used'),
  ]);
  expect(await startAll(env)).toEqual([
    78,
    expect.stringMatching(/^Kinreel cannot start:\nThe folder \/proc\/self cannot be used: .*\n$/),
  ]);
});

test('reports a port in use before it creates a database', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const dataDir = join(root, 'new');
  const sentence = `Kinreel cannot start:\nPort ${port} is already in use. Set PORT to a free one.\n`;
  expect(await startAll({ DATA_DIR: dataDir, PORT: String(port) })).toEqual([78, sentence]);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  expect(await readdir(dataDir)).toEqual([]);
  taken.close();
});

/** Runs `npm start` with these settings. @returns its exit code and stderr */
async function startAll(env: Record<string, string>): Promise<[number | null, string]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: { ...PROCESS_ENV, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors] = await Promise.all([textOf(child.stderr), once(child, 'close')]);
  return [child.exitCode, errors];
}
