import { type ParseArgsConfig, parseArgs } from 'node:util';
import { hasCluster, startEmbeddedPostgres } from '@kinreel/embedded-postgres';
import type { Kysely } from 'kysely';
import { ConfigError, type ServerConfig } from '../config/config.ts';
import { makeDataDir } from '../config/data-dir.ts';
import { readAddress } from '../config/site-address.ts';
import { connectDatabase } from '../db/database.ts';
import type { Database } from '../db/tables.ts';
import { isId } from '../ids.ts';
import { EXIT_CONFIG } from '../system/process.ts';

/** Exit code for wrong arguments (EX_USAGE of sysexits.h). */
export const EXIT_USAGE = 64;

/** How to call the command line. */
export const COMMAND_LINE = 'npm run kinreel --';

/** PostgreSQL's undefined_table and undefined_column. */
const FOREIGN_DATABASE = ['42P01', '42703'];

/** A command for the operator, listed in app/commands.ts. */
export interface Command {
  /** One or two words, such as `storage move`. */
  name: string;
  /** Arguments after the name, as shown in the help; '' for none. */
  usage: string;
  /** What it does, in one sentence. */
  summary: string;
  /**
   * @param args arguments after the name
   * @param readConfig reads the settings; it throws ConfigError, so call it after the arguments were checked
   * @returns the exit code: 0, or 1 after a failure that was printed
   * @throws UsageError for wrong arguments, ConfigError for wrong settings, any other error with a message for the
   *   operator
   */
  run(args: readonly string[], readConfig: () => ServerConfig): Promise<number>;
}

/** The arguments are wrong. The message, if any, and the usage are printed. */
export class UsageError extends Error {}

/** parseArgs of Node. @throws UsageError for an unknown option, or a missing or superfluous value */
export function parseArguments<const Config extends ParseArgsConfig>(
  args: readonly string[],
  config: Config,
): ReturnType<typeof parseArgs<Config & { args: string[] }>> {
  try {
    return parseArgs({ ...config, args: [...args] });
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}

/** Option of commands that print a list: print JSON, for programs. */
export const JSON_OPTION = { json: { type: 'boolean' } } as const;

/** Prints a list, one line per row and the last line, or as JSON. */
export function printList<Row>(
  rows: readonly Row[],
  { json, describe, last }: { json: boolean | undefined; describe: (row: Row) => string; last?: string },
): void {
  if (json) console.log(JSON.stringify(rows, null, 2));
  else for (const row of rows) console.log(describe(row));
  if (!json && last !== undefined) console.log(last);
}

/** Arguments of a retry command: --failed for all failed ones, or ids. @throws UsageError for anything else */
export function parseRetryArguments(args: readonly string[]): { all: boolean; ids: string[] } {
  const { values, positionals: ids } = parseArguments(args, {
    options: { failed: { type: 'boolean' } },
    allowPositionals: true,
  });
  const all = values.failed ?? false;
  const isClear = all ? ids.length === 0 : ids.length > 0;
  if (!isClear || !ids.every(isId)) throw new UsageError();
  return { all, ids };
}

/** Whether an argument is an email address. One that starts like an option is not. */
export function isEmailAddress(argument: string): boolean {
  return /^[^\s@-][^\s@]*@[^\s@]+$/.test(argument);
}

/**
 * Runs the command named in `args`.
 * @returns the exit code: of the command, 64 for wrong arguments, 78 for wrong settings
 */
export async function runCommand(
  commands: readonly Command[],
  args: readonly string[],
  readConfig: () => ServerConfig,
): Promise<number> {
  const asksForHelp = args.some((arg) => arg === '--help' || arg === '-h');
  const command = findCommand(commands, args);
  if (!command) {
    if (asksForHelp) {
      console.log(describeCommands(commands));
      return 0;
    }
    if (args.length > 0) console.error(`There is no command "${args.join(' ')}".\n`);
    console.error(describeCommands(commands));
    return EXIT_USAGE;
  }
  if (asksForHelp) {
    console.log(`${command.summary}\n\n${usageOf(command)}`);
    return 0;
  }
  try {
    return await command.run(args.slice(command.name.split(' ').length), readConfig);
  } catch (error) {
    return reportFailure(command, error as Error & { code?: string });
  }
}

/** The command whose name shares the most words with the beginning of `args`. */
function findCommand(commands: readonly Command[], args: readonly string[]): Command | undefined {
  return commands
    .filter(({ name }) => name.split(' ').every((word, n) => args[n] === word))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

/** @returns the exit code */
function reportFailure(command: Command, error: Error & { code?: string }): number {
  if (error instanceof UsageError) {
    console.error([error.message && `${error.message}.`, usageOf(command)].filter(Boolean).join('\n'));
    return EXIT_USAGE;
  }
  console.error(
    FOREIGN_DATABASE.includes(String(error.code))
      ? 'This is not a database of this version of Kinreel. Please check DATABASE_URL and DATA_DIR.'
      : error.message,
  );
  return error instanceof ConfigError ? EXIT_CONFIG : 1;
}

function usageOf({ name, usage }: Command): string {
  return `Usage: ${COMMAND_LINE} ${name}${usage && ` ${usage}`}`;
}

function describeCommands(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    `Usage: ${COMMAND_LINE} <command>`,
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    `${COMMAND_LINE} <command> --help prints its usage. Commands need the same environment as Kinreel.`,
  ].join('\n');
}

/**
 * Runs `work` with the database of the installation. Starts the embedded database if it is not running.
 * @param options.create whether a missing database is created; otherwise nothing is written
 * @throws ConfigError if there is none, or its folder is not writable
 */
export async function withDatabase<Result>(
  config: ServerConfig,
  work: (db: Kysely<Database>, databaseUrl: string) => Promise<Result>,
  { create = false }: { create?: boolean } = {},
): Promise<Result> {
  if (!config.databaseSessionUrl) {
    if (!create && !hasCluster(config.dataDir)) {
      throw new ConfigError(
        `There is no installation of Kinreel in ${config.dataDir}. Set DATA_DIR to its folder, or start Kinreel there first.`,
      );
    }
    await makeDataDir(config);
  }
  const postgres = config.databaseSessionUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir });
  const databaseUrl = config.databaseSessionUrl ?? postgres?.url() ?? '';
  await useStoredAddress(config, databaseUrl);
  const db = connectDatabase(databaseUrl, 4);
  try {
    return await work(db, databaseUrl);
  } finally {
    await db.destroy();
    await postgres?.stop();
  }
}

/** Sets the address for printed links to that of the last start, unless PUBLIC_URL is set. */
async function useStoredAddress(config: ServerConfig, databaseUrl: string): Promise<void> {
  if (config.isPublicUrlSet) return;
  // A separate connection that is closed immediately: commands that need exclusive access count the others.
  const db = connectDatabase(databaseUrl, 1);
  try {
    const address = await readAddress(db);
    if (address) Object.assign(config, { publicUrl: address });
  } catch {
    // An empty database, or one of another version: the command reports it.
  } finally {
    await db.destroy();
  }
}
