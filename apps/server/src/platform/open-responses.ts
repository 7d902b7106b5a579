import type { ServerResponse } from 'node:http';
import type { Db } from './db/database.ts';
import type { Logger } from './logger.ts';
import { findEnded, type SessionClaims } from './session-ends.ts';

/** How often long responses are checked, in milliseconds. */
const CHECK_INTERVAL_MS = 1_000;

type OpenSession = SessionClaims & { issuer: string; subject: string };

/** The responses that are being sent to logged-in people: events, videos, uploads. */
export interface OpenResponses {
  /** Closes the response when its session ends while it is open. */
  watch(response: ServerResponse, session: OpenSession): void;
  /** Stops checking. */
  close(): void;
}

/**
 * Ends open responses within a second after their session has ended, whichever process ended it. One query per second looks
 * at all of them, and none is made while every response is short. So nothing is missed if a message gets lost.
 */
export function createOpenResponses(db: Db, log: Logger): OpenResponses {
  const open = new Map<ServerResponse, { session: OpenSession; since: number }>();
  let isChecking = false;

  async function check(): Promise<void> {
    const long = [...open].filter(([, { since }]) => Date.now() - since > CHECK_INTERVAL_MS / 2);
    if (long.length === 0 || isChecking) return;
    isChecking = true;
    try {
      for (const position of await findEnded(
        db,
        long.map(([, { session }]) => session),
      )) {
        long[position]?.[0].destroy();
      }
    } catch (error) {
      log.warn({ err: error }, 'open responses could not be checked');
    } finally {
      isChecking = false;
    }
  }

  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS).unref();
  return {
    watch(response, session) {
      open.set(response, { session, since: Date.now() });
      const forget = () => open.delete(response);
      response.once('finish', forget);
      response.once('close', forget);
    },
    close: () => clearInterval(timer),
  };
}
