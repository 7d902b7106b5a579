/** Socket errors for a missing listener or a lost connection. */
const LOST = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'];

/**
 * PostgreSQL: shutting down, starting, connection lost, too many connections, read-only standby instead of the primary.
 */
const UNAVAILABLE = /^(57P0[123]|08...|53300|25006)$/;

/** Messages of the driver and its pool that have no code. */
const WORDS = /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/;

/**
 * Whether PostgreSQL is down or restarting, or the pool is exhausted: the same request may succeed a moment later.
 * Only pass errors of queries: socket errors of the client connection look the same.
 */
export function isDatabaseUnavailable(error: Error & { code?: string; syscall?: string }): boolean {
  const code = error.code ?? '';
  // The Unix socket does not exist while PostgreSQL is not running.
  const isSocketMissing = code === 'ENOENT' && error.syscall === 'connect';
  return UNAVAILABLE.test(code) || LOST.includes(code) || isSocketMissing || WORDS.test(error.message);
}
