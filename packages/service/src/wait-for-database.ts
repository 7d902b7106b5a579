import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from './config-error.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

/** How long a starting process waits for its database, in seconds. */
const WAIT_SECONDS = 180;

/** Schema for the rows of an unfinished database move. Dropped when the move is complete. */
export const MOVE_SCHEMA = 'kinreel_move';

const UNFINISHED_MOVE =
  'A move to this database is not complete. Run `kinreel database move` again from the old database, or ' +
  `leave DATABASE_URL as it was. To cancel the move, drop the schema ${MOVE_SCHEMA}.`;

const INTERVAL_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;

/** PostgreSQL errors for a wrong address: waiting does not help. */
const WRONG: Record<string, string> = {
  '28P01': 'the password is wrong',
  '28000': 'the user may not connect',
  '3D000': 'the database does not exist',
  ERR_INVALID_URL: 'it is not a valid address',
};

/**
 * Waits until PostgreSQL accepts connections, with one message: after a power cut everything starts at the same time.
 * @param print receives the message
 * @throws ConfigError if the address is wrong or a move to this database is incomplete; Error after the time limit
 */
export async function waitForDatabase(
  url: string,
  { limitSeconds = WAIT_SECONDS, print }: { limitSeconds?: number; print(line: string): void },
): Promise<void> {
  let isPrinted = false;
  for (const until = Date.now() + limitSeconds * 1000; ; await sleep(INTERVAL_MS)) {
    const error = await tryToConnect(url);
    if (error === null) return;
    if (error instanceof ConfigError) throw error;
    const { code = '' } = error;
    const reason = WRONG[code];
    if (reason) throw new ConfigError(`DATABASE_URL is wrong: ${reason}.`);
    // The name of a container cannot be resolved before it runs.
    if (!isDatabaseUnavailable(error) && code !== 'ENOTFOUND') throw error;
    const why = code || 'no answer';
    if (Date.now() >= until) {
      throw new Error(`The database did not respond for ${limitSeconds} seconds (${why}). Is DATABASE_URL right?`);
    }
    if (!isPrinted) print(`The database does not respond (${why}). Waiting for it, up to ${limitSeconds} seconds.`);
    isPrinted = true;
  }
}

async function tryToConnect(url: string): Promise<(Error & { code?: string }) | null> {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query('select to_regnamespace($1) is not null as moving', [MOVE_SCHEMA]);
      if (rows[0].moving) return new ConfigError(UNFINISHED_MOVE);
    } finally {
      await client.end().catch(() => undefined);
    }
    return null;
  } catch (error) {
    // For a host with several addresses, the error of the first.
    const { errors } = error as { errors?: Error[] };
    const first = errors?.[0] ?? (error as Error);
    return /timeout expired/.test(first.message) ? Object.assign(first, { code: 'ETIMEDOUT' }) : first;
  }
}
