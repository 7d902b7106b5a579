import { createLogger as createListedLogger, type Logger } from '@kinreel/service/log';
import { LOG_FIELDS } from './log-fields.ts';

export type { Logger };

/**
 * Logs JSON lines to standard output, with the fields of log-fields.ts. Requests are logged by method, route and status
 * (see app/build-app.ts), never with query, headers or body.
 * @param options.to for tests
 */
export function createLogger(options: { level: string; name: string; to?: { write(line: string): void } }): Logger {
  return createListedLogger({ ...options, fields: LOG_FIELDS });
}
