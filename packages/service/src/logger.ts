import { pino } from 'pino';
import { allowedBindings, allowedFields, type LogFields, withoutSecrets } from './log-rules.ts';

export type Logger = pino.Logger;

/** The message of a thrown value that is not an Error, such as the copies that the job queue reports. */
function textOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  if (typeof message === 'string') return message;
  return typeof error === 'object' && error !== null
    ? `an error without a message (${Object.keys(error)})`
    : String(error);
}

/**
 * Selects what is logged of an error and its causes. Library errors may contain clients and requests with settings,
 * headers and bodies, which must not be logged.
 */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: withoutSecrets(textOf(error)) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: name,
    message: withoutSecrets(message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(stack === undefined ? {} : { stack: withoutSecrets(stack) }),
    ...(cause !== undefined && depth < 3 ? { cause: describeError(cause, depth + 1) } : {}),
  };
}

interface LoggerOptions {
  level: string;
  /** Name of the process, in each line. */
  name: string;
  /** Allowed fields: libraries log requests with headers, and a harmless field may contain a secret after an update. */
  fields: LogFields;
  /** Destination, for tests; standard output by default. */
  to?: pino.DestinationStream | undefined;
}

/**
 * Logs JSON lines with only the listed fields of each message, and errors, for all callers and levels, so that no token
 * or password is logged.
 */
export function createLogger(options: LoggerOptions): Logger {
  const logger = pino(
    {
      level: options.level,
      name: options.name,
      serializers: { err: (error) => describeError(error) },
      hooks: {
        // Called as (fields, message), (error), (error, message) or (message), optionally with values for placeholders,
        // which are dropped.
        logMethod([first, second], log) {
          const fields = first instanceof Error ? { err: first } : first;
          const message = String((typeof fields === 'object' ? second : fields) ?? '');
          log.call(
            this,
            allowedFields(options.fields, message, typeof fields === 'object' ? (fields ?? {}) : {}),
            withoutSecrets(message),
          );
        },
      },
    },
    options.to ?? pino.destination(1),
  );
  // The loggers of requests and libraries inherit it.
  const { child } = logger;
  logger.child = function (this: Logger, bindings, childOptions) {
    return child.call(this, allowedBindings(bindings), childOptions);
  } as Logger['child'];
  return logger;
}
