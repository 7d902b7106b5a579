import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './db/database.ts';
import type { Logger } from './logger.ts';

/** PostgreSQL's channel that events of all processes go through; its messages hold 8000 bytes at most. */
const CHANNEL = 'kinreel_events';

/** Something that one person's open pages are told as it happens. A hint, never the only way to learn of it. */
export interface LiveEvent {
  name: string;
  data: object;
}

export interface Subscriber {
  onEvent(event: LiveEvent): void;
  /** Events may have been missed, and no more will come: whoever listens begins anew. */
  onLost(): void;
}

/** The events of this installation, whichever process they come from. */
export interface LiveEvents {
  /** Listen to what concerns a person. @returns how to stop. @throws if the database cannot be reached */
  subscribe(userId: string, subscriber: Subscriber): Promise<() => void>;
  /** How many listen to a person's events in this process. */
  count(userId: string): number;
  /** Tell all subscribers that no more will come, and let go of the database. */
  close(): Promise<void>;
}

/** Tell a person's open pages of something, when and if the transaction of `db` stands. */
export async function publishEvent(db: Db, userId: string, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ userId, ...event })})`.execute(db);
}

/** Nothing is connected before somebody subscribes: a worker only publishes. */
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
    client.on('error', (error) => log.warn({ err: error }, 'live events: the database is away'));
    client.on('end', loseAll);
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    return client;
  }

  return {
    async subscribe(userId, subscriber) {
      listening ??= listen().catch((error) => {
        listening = null;
        throw error;
      });
      await listening;
      const own = subscribers.get(userId) ?? new Set();
      subscribers.set(userId, own.add(subscriber));
      return () => {
        own.delete(subscriber);
        if (own.size === 0 && subscribers.get(userId) === own) subscribers.delete(userId);
      };
    },
    count: (userId) => subscribers.get(userId)?.size ?? 0,
    async close() {
      const client = await listening?.catch(() => null);
      await client?.end();
      loseAll();
    },
  };
}
