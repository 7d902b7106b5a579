/** What a socket says when nothing listens, or the connection was lost. */
const LOST = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'];

/** PostgreSQL: shutting down, starting, connection lost, too many connections, a standby where the primary should be. */
const UNAVAILABLE = /^(57P0[123]|08...|53300|25006)$/;

/** What the driver and its pool say without a code. */
const WORDS = /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/;

/**
 * Whether PostgreSQL is down or restarting, or the pool is exhausted: the same request may succeed a moment later. An error
 * of a socket counts only if it is not that of the client who asks: give it what came from a query.
 */
export function isDatabaseUnavailable(error: Error & { code?: string; syscall?: string }): boolean {
  const code = error.code ?? '';
  // A Unix socket is gone while nothing listens.
  const isSocketGone = code === 'ENOENT' && error.syscall === 'connect';
  return UNAVAILABLE.test(code) || LOST.includes(code) || isSocketGone || WORDS.test(error.message);
}
