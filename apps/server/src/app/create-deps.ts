import { join } from 'node:path';
import { createMailer } from '@kinreel/mailer';
import { createIdentityProvider } from '../platform/auth/identity.ts';
import { deriveKey } from '../platform/auth/secrets.ts';
import { ConfigError, required, type ServerConfig } from '../platform/config/config.ts';
import { makeDataDir } from '../platform/config/data-dir.ts';
import { connectDatabase, migrate } from '../platform/db/database.ts';
import { createLiveEvents } from '../platform/db/events.ts';
import { connectLocks } from '../platform/db/locks.ts';
import type { Deps } from '../platform/deps.ts';
import { connectJobs } from '../platform/jobs/jobs.ts';
import { announceWorker } from '../platform/jobs/workers.ts';
import type { Logger } from '../platform/log/logger.ts';
import { createStorage } from '../platform/storage/create-storage.ts';
import { type Storage, StorageUnavailableError } from '../platform/storage/storage.ts';
import { createRunningHashes } from '../platform/system/running-hashes.ts';
import { JOB_DEFINITIONS } from './jobs.ts';
import { awaitDatabase } from './start-conditions.ts';

/**
 * The composition root: creates everything a server process needs from its configuration, and migrates the database.
 * Several processes may do so at the same time.
 * @param options.worker whether this process runs jobs and maintains the queue
 */
export async function createDeps(
  config: ServerConfig,
  options: { worker: boolean; log: Logger },
): Promise<{ deps: Deps; close(): Promise<void> }> {
  const { log } = options;
  const databaseUrl = required(config.databaseUrl, 'DATABASE_URL');
  const appSecret = required(config.appSecret, 'APP_SECRET');
  if (!config.identity.hostedDomain) required(config.identity.internalUrl, 'IDENTITY_INTERNAL_URL');
  const sessionUrl = config.databaseSessionUrl ?? databaseUrl;
  await makeDataDir(config);
  await awaitDatabase(databaseUrl);
  if (sessionUrl !== databaseUrl) await awaitDatabase(sessionUrl);
  const storage = await createStorage(config);
  await checkStorage(storage, log);
  const db = connectDatabase(databaseUrl, config.databasePoolSize, { prepared: config.databasePrepared });
  await migrate(db);
  const jobs = await connectJobs({
    databaseUrl: sessionUrl,
    definitions: JOB_DEFINITIONS,
    supervise: options.worker,
    log,
  });
  const locks = connectLocks(sessionUrl, log);
  const leave = options.worker ? await announceWorker(sessionUrl, log) : null;
  const mailer = createMailer({
    smtpUrl: config.mail.smtpUrl,
    mailDir: config.mail.dir,
    from: config.mail.from,
    print: (line) => console.log(line),
  });
  const deps: Deps = {
    config,
    appSecret,
    db,
    jobs,
    events: createLiveEvents(sessionUrl, log),
    locks,
    storage,
    runningHashes: createRunningHashes(),
    mailer,
    identity: createIdentityProvider(
      config,
      identityClientSecret(config, appSecret),
      join(config.dataDir, 'identity-keys.json'),
    ),
    log,
  };
  return {
    deps,
    async close() {
      await deps.events.close();
      await leave?.();
      await jobs.stop();
      await locks.close();
      await mailer.close();
      await db.destroy();
    },
  };
}

/**
 * Storage that is unreachable may come back; wrong credentials will not fix themselves.
 * @throws ConfigError for wrong credentials or a wrong bucket
 */
async function checkStorage(storage: Storage, log: Logger): Promise<void> {
  try {
    await storage.stat('health/none');
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    if (error.code === 'EACCES') {
      throw new ConfigError(
        `${error.message}\nPlease check S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
      );
    }
    log.error({ err: error }, 'storage is unavailable');
  }
}

/** Client secret for the identity provider: configured by the operator for a hosted tenant, else derived. */
export function identityClientSecret(config: ServerConfig, appSecret: string): string {
  return config.identity.apiClientSecret ?? deriveKey(appSecret, 'identity-client').toString('base64url');
}
