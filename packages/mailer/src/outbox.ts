/** Delay before the second attempt to send a mail, in seconds; doubled each time. */
const FIRST_DELAY_SECONDS = 30;

/** The longest delay between two attempts, in seconds. */
const LONGEST_DELAY_SECONDS = 2 * 3600;

/** How long a mail is retried, in seconds: a mail server that fails on a Friday evening may be repaired on Monday. */
const TRIED_FOR_SECONDS = 3 * 24 * 3600;

/** Longest description of an error, in characters. */
const MAX_ERROR_LENGTH = 300;

/**
 * Delay before the next attempt, the same for every outbox.
 * @param attempts number of failed attempts, 1 or more
 * @returns seconds, or null after three days of attempts
 */
export function retryDelaySeconds(attempts: number): number | null {
  let total = 0;
  let delay = 0;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    delay = Math.min(FIRST_DELAY_SECONDS * 2 ** (attempt - 1), LONGEST_DELAY_SECONDS);
    total += delay;
  }
  return total > TRIED_FOR_SECONDS ? null : delay;
}

/** Why a mail was not sent, for the operator: one line without addresses, links and possible secrets. */
export function describeMailError(error: unknown): string {
  const { code, message } = error instanceof Error ? (error as Error & { code?: unknown }) : { message: String(error) };
  const text = message
    .replaceAll(/\S+@\S+/g, '[address]')
    .replaceAll(/\b[a-z]+:\/\/\S+/gi, '[link]')
    .replaceAll(/[\w+/=-]{24,}/g, '…')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return `${typeof code === 'string' ? `${code}: ` : ''}${text}`.slice(0, MAX_ERROR_LENGTH);
}
