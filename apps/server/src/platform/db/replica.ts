import type { Kysely } from 'kysely';
import type { ServerConfig } from '../config.ts';
import type { Logger } from '../logger.ts';
import { connectPool, type Db } from './database.ts';
import type { Database } from './tables.ts';

/** Limits of time, in milliseconds. The primary answers instead, so a replica must be quick or be left alone. */
const LIMITS = {
  connect: 1_000,
  /** A thousand times what a search takes (docs/performance.md). */
  answer: 2_000,
  /** How long it is left alone after a failure: HAProxy gives up a server after two checks, 2 s each (deploy/haproxy). */
  pause: 5_000,
};

/**
 * A copy of the database that answers with what was true some moments ago. It is asked for what may lag, and never for what decides
 * rights (docs/decisions/0058-reads-that-may-lag.md).
 */
export interface Replica {
  /** @returns null if it cannot answer, for whatever reason: then ask the primary, which knows if the question is wrong */
  ask<Answer>(question: (db: Db) => Promise<Answer>): Promise<Answer | null>;
  /** How many questions it has answered, and how many were left to the primary. */
  readonly counts: Readonly<Record<'replica' | 'primary', number>>;
  close(): Promise<void>;
}

/** Connects with the first question, so a replica that is away keeps no process from starting. A standby refuses all writes itself. */
export function connectReplica(
  url: string,
  { databasePoolSize, databasePrepared }: Pick<ServerConfig, 'databasePoolSize' | 'databasePrepared'>,
  log: Logger,
  limits = LIMITS,
): Replica {
  const counts = { replica: 0, primary: 0 };
  let db = connect();
  /** After a failure: when it is asked again, by the clock of `performance.now()`. 0 while it answers. */
  let askAgainAt = 0;

  function connect(): Kysely<Database> {
    return connectPool(databasePrepared, {
      connectionString: url,
      max: databasePoolSize,
      connectionTimeoutMillis: limits.connect,
      statement_timeout: limits.answer,
      // A pooler ignores the other one, and a machine that is cut off answers nothing.
      query_timeout: limits.answer,
    });
  }

  function succeed(): void {
    if (askAgainAt > 0) log.info('the replica answers again');
    askAgainAt = 0;
  }

  function fail(err: unknown): void {
    if (askAgainAt === 0) log.warn({ err }, 'the replica does not answer, so the primary does');
    askAgainAt = performance.now() + limits.pause;
    // Connections that hang would be given to the next questions.
    db.destroy().catch(() => {});
    db = connect();
  }

  return {
    counts,
    async ask(question) {
      const now = performance.now();
      if (now < askAgainAt) {
        counts.primary += 1;
        return null;
      }
      // One question tries it after the pause; others go to the primary until it has an answer.
      if (askAgainAt > 0) askAgainAt = now + limits.pause;
      const asked = db;
      try {
        const answer = await question(asked);
        if (asked === db) succeed();
        counts.replica += 1;
        return answer;
      } catch (error) {
        // Else another question has noticed it.
        if (asked === db) fail(error);
        counts.primary += 1;
        return null;
      }
    },
    close: () => db.destroy(),
  };
}
