import type { ServerResponse } from 'node:http';
import type { Logger } from '../log/logger.ts';

/** How often long responses are checked, in milliseconds. */
const CHECK_INTERVAL_MS = 1_000;

/** Open responses, each with the right that it depends on. */
export interface OpenResponses<Right> {
  /** Closes the response if the right ends while it is open. */
  watch(response: ServerResponse, right: Right): void;
  /** Stops checking. */
  close(): void;
}

/**
 * Closes open responses within a second after their right has ended, whichever process revoked it. One query per second
 * checks all of them; none runs while all responses are short. Polling works even if a notification is lost.
 * @param findEnded returns the indexes of rights that have ended
 */
export function createOpenResponses<Right>(
  findEnded: (rights: readonly Right[]) => Promise<number[]>,
  log: Logger,
): OpenResponses<Right> {
  const open = new Map<ServerResponse, { right: Right; since: number }>();
  let isChecking = false;

  async function check(): Promise<void> {
    const long = [...open].filter(([, { since }]) => Date.now() - since > CHECK_INTERVAL_MS / 2);
    if (long.length === 0 || isChecking) return;
    isChecking = true;
    try {
      for (const position of await findEnded(long.map(([, { right }]) => right))) long[position]?.[0].destroy();
    } catch (error) {
      log.warn({ err: error }, 'open responses cannot be checked');
    } finally {
      isChecking = false;
    }
  }

  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS).unref();
  return {
    watch(response, right) {
      open.set(response, { right, since: Date.now() });
      const forget = () => open.delete(response);
      response.once('finish', forget);
      response.once('close', forget);
    },
    close: () => clearInterval(timer),
  };
}
