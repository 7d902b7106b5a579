import { pino } from 'pino';

export type Logger = pino.Logger;

/**
 * Selects what is logged of an error and its causes. Errors of libraries may contain clients and requests with settings,
 * headers and bodies, which must not be logged.
 */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: name,
    message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack,
    ...(cause !== undefined && depth < 3 ? { cause: describeError(cause, depth + 1) } : {}),
  };
}

/**
 * Logs JSON lines to standard output. Requests are logged by method, route and status only (see app/build-app.ts), never
 * with query, headers or body, so no token or password can get into a log.
 */
export function createLogger(options: { level: string; name: string }): Logger {
  return pino({
    level: options.level,
    name: options.name,
    serializers: { err: (error) => describeError(error) },
    redact: { paths: ['*.password', '*.token', '*.authorization', '*.cookie'], remove: true },
  });
}
