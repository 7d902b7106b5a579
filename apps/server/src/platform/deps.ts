import type { Mailer } from '@kinreel/mailer';
import type { Kysely } from 'kysely';
import type { ServerConfig } from './config.ts';
import type { Database } from './db/tables.ts';
import type { LiveEvents } from './events.ts';
import type { IdentityProvider } from './identity.ts';
import type { Jobs } from './jobs.ts';
import type { Locks } from './locks.ts';
import type { Logger } from './logger.ts';
import type { RunningHashes } from './running-hashes.ts';
import type { Storage } from './storage/storage.ts';

/** Dependencies of the features; created once per process by the entry points, and by the tests. */
export interface Deps {
  config: ServerConfig;
  /** All keys are derived from this (platform/secrets.ts). */
  appSecret: string;
  db: Kysely<Database>;
  jobs: Jobs;
  events: LiveEvents;
  locks: Locks;
  storage: Storage;
  /** Of uploads that this process receives. */
  runningHashes: RunningHashes;
  mailer: Mailer;
  identity: IdentityProvider;
  log: Logger;
}
