import { pino } from 'pino';

export type Logger = pino.Logger;

/**
 * What is logged of an error: its own words and its cause's, in chosen fields. Errors of libraries carry whole clients
 * and requests around, with settings, headers and bodies in them.
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
 * JSON lines on standard output. Requests are logged by method, route and status only (see app/build-app.ts): no
 * query, header or body ever reaches a log, so no token or password can.
 */
export function createLogger(options: { level: string; name: string }): Logger {
  return pino({
    level: options.level,
    name: options.name,
    serializers: { err: (error) => describeError(error) },
    redact: { paths: ['*.password', '*.token', '*.authorization', '*.cookie'], remove: true },
  });
}
