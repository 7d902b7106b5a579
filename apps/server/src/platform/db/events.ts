import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from '../log/logger.ts';
import type { Db } from './database.ts';

/** PostgreSQL channel for the events of all processes; a message may have at most 8000 bytes. */
const CHANNEL = 'kinreel_events';

/** An event for the open pages of one person. Only a hint: pages must also work if it is lost. */
export interface LiveEvent {
  name: string;
  data: object;
}

export interface Subscriber {
  onEvent(event: LiveEvent): void;
  /** The connection was lost: events may be missing, and no more will come. Subscribe again. */
  onLost(): void;
}

/** Live events from all processes of this installation. */
export interface LiveEvents {
  /**
   * Subscribes to a person's events. Counted immediately, before the database has responded, so that a limit holds for
   * concurrent calls.
   * @returns a function to unsubscribe.
   * @throws if the database is unreachable
   */
  subscribe(userId: string, subscriber: Subscriber): Promise<() => void>;
  /** Number of this process's subscribers to a person's events, including those that wait for the database. */
  count(userId: string): number;
  /** Number of all subscribers in this process. */
  countAll(): number;
  /** Ends all subscriptions and closes the database connection. */
  close(): Promise<void>;
}

/** Sends an event to a person's open pages, when the transaction of `db` commits. */
export async function publishEvent(db: Db, userId: string, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ userId, ...event })})`.execute(db);
}

/** Connects at the first subscription, because workers only publish. */
export function createLiveEvents(databaseUrl: string, log: Logger): LiveEvents {
  const subscribers = new Map<string, Set<Subscriber>>();
  let listening: Promise<pg.Client> | null = null;

  function loseAll(): void {
    listening = null;
    const lost = [...subscribers.values()].flatMap((some) => [...some]);
    subscribers.clear();
    for (const subscriber of lost) subscriber.onLost();
  }

  async function listen(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'kinreel-events',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    client.on('notification', ({ payload = '' }) => {
      const { userId, ...event } = JSON.parse(payload) as LiveEvent & { userId: string };
      for (const subscriber of subscribers.get(userId) ?? []) subscriber.onEvent(event);
    });
    client.on('error', (error) => log.warn({ err: error }, 'live events: database connection failed'));
    client.on('end', loseAll);
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    return client;
  }

  return {
    async subscribe(userId, subscriber) {
      const own = subscribers.get(userId) ?? new Set();
      subscribers.set(userId, own.add(subscriber));
      function unsubscribe(): void {
        own.delete(subscriber);
        if (own.size === 0 && subscribers.get(userId) === own) subscribers.delete(userId);
      }
      listening ??= listen().catch((error) => {
        listening = null;
        throw error;
      });
      try {
        await listening;
      } catch (error) {
        unsubscribe();
        throw error;
      }
      return unsubscribe;
    },
    count: (userId) => subscribers.get(userId)?.size ?? 0,
    countAll: () => [...subscribers.values()].reduce((sum, own) => sum + own.size, 0),
    async close() {
      const client = await listening?.catch(() => null);
      await client?.end();
      loseAll();
    },
  };
}
