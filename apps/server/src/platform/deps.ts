import type { Mailer } from '@kinreel/mailer';
import type { Kysely } from 'kysely';
import type { IdentityProvider } from './auth/identity.ts';
import type { ServerConfig } from './config/config.ts';
import type { LiveEvents } from './db/events.ts';
import type { Locks } from './db/locks.ts';
import type { Database } from './db/tables.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Logger } from './log/logger.ts';
import type { Storage } from './storage/storage.ts';
import type { RunningHashes } from './system/running-hashes.ts';

/** Dependencies of the features; created once per process by the entry points and the tests. */
export interface Deps {
  config: ServerConfig;
  /** All keys are derived from this (platform/auth/secrets.ts). */
  appSecret: string;
  db: Kysely<Database>;
  jobs: Jobs;
  events: LiveEvents;
  locks: Locks;
  storage: Storage;
  /** Hashes of uploads that this process receives. */
  runningHashes: RunningHashes;
  mailer: Mailer;
  identity: IdentityProvider;
  log: Logger;
}
