import { type EmbeddedPostgres, startEmbeddedPostgres } from '@kinreel/embedded-postgres';
import getPort from 'get-port';
import { readSecret, secretFile, writeNewSecret } from '../platform/auth/app-secret.ts';
import { deriveKey } from '../platform/auth/secrets.ts';
import { ConfigError, type ServerConfig } from '../platform/config/config.ts';
import { makeDataDir } from '../platform/config/data-dir.ts';
import { connectDatabase, isInUse } from '../platform/db/database.ts';
import { identityClientSecret } from './create-deps.ts';
import { awaitDatabase } from './start-conditions.ts';

/**
 * What the processes on one machine share: the database, the installation's secret, the address of the identity
 * service.
 */
export interface LocalServices {
  /** The embedded PostgreSQL; null if `DATABASE_URL` is set. */
  postgres: EmbeddedPostgres | null;
  /** Environment for the API and the worker. */
  env: NodeJS.ProcessEnv;
  /** Environment for the bundled identity service; null if identity is hosted or runs elsewhere. */
  identityEnv: NodeJS.ProcessEnv | null;
}

/**
 * Starts the embedded database if there is no other, and builds the environment of each process. Used by `npm start`
 * and `npm run dev`, so both can use the same data folder.
 */
export async function startLocalServices(config: ServerConfig, environment: NodeJS.ProcessEnv): Promise<LocalServices> {
  await makeDataDir(config);
  if (config.databaseUrl) await awaitDatabase(config.databaseUrl);
  const postgres = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => console.log(line) });
  const databaseUrl = config.databaseUrl ?? postgres?.url() ?? '';
  const appSecret = config.appSecret ?? (await loadOrCreateSecret(config.dataDir, databaseUrl));
  const identityPort =
    config.identity.hostedDomain || config.identity.internalUrl ? null : await getPort({ host: '127.0.0.1' });
  const env: NodeJS.ProcessEnv = {
    ...environment,
    PUBLIC_URL: config.publicUrl,
    DATA_DIR: config.dataDir,
    DATABASE_URL: databaseUrl,
    APP_SECRET: appSecret,
    MAIL_DIR: config.mail.dir,
    MAIL_FROM: config.mail.from,
    IDENTITY_API_CLIENT_SECRET: identityClientSecret(config, appSecret),
    ...(identityPort ? { IDENTITY_INTERNAL_URL: `http://127.0.0.1:${identityPort}` } : {}),
  };
  const identityEnv = identityPort
    ? {
        ...identityEnvironment(config, env, appSecret),
        IDENTITY_HOST: '127.0.0.1',
        IDENTITY_PORT: String(identityPort),
        // Not the public address, which may not be reachable from here.
        IDENTITY_LOGOUT_URL: environment.IDENTITY_LOGOUT_URL || `${ownAddress(config)}/api/session/ended`,
        IDENTITY_REGISTRATION_URL:
          environment.IDENTITY_REGISTRATION_URL || `${ownAddress(config)}/api/registration/check`,
      }
    : null;
  return { postgres, env, identityEnv };
}

/**
 * Environment of the bundled identity service. Its secrets are derived, so that they are the same on all machines. It
 * keeps few connections and cannot use a transaction-mode pooler: prepared statements and the migration lock belong to
 * a session.
 */
export function identityEnvironment(
  config: ServerConfig,
  environment: NodeJS.ProcessEnv,
  appSecret: string,
): NodeJS.ProcessEnv {
  return {
    ...environment,
    DATABASE_URL: config.databaseSessionUrl ?? environment.DATABASE_URL,
    PUBLIC_URL: config.publicUrl,
    MAIL_DIR: config.mail.dir,
    IDENTITY_API_CLIENT_SECRET: identityClientSecret(config, appSecret),
    IDENTITY_KEY_SECRET: environment.IDENTITY_KEY_SECRET || deriveKey(appSecret, 'identity-keys').toString('base64url'),
  };
}

/** The address of the web server for processes on this machine. */
function ownAddress({ host, port }: ServerConfig): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * The secret of this installation, generated on the first start and stored in the data folder.
 * @throws ConfigError if it is missing although the database is in use: a new secret would silently invalidate links
 *   and sessions, and the identity service could not read its keys
 */
async function loadOrCreateSecret(dataDir: string, databaseUrl: string): Promise<string> {
  const secret = await readSecret(dataDir);
  if (secret) return secret;
  const db = connectDatabase(databaseUrl, 1);
  try {
    if (await isInUse(db)) {
      throw new ConfigError(
        `The secret of this installation is missing: ${secretFile(dataDir)}. Its database has data. ` +
          'Restore the file from a backup, or set APP_SECRET to its content. If it is lost, run `npm run kinreel -- secret renew`: ' +
          'people have to log in again, and short links and open invitations end.',
      );
    }
  } finally {
    await db.destroy();
  }
  return writeNewSecret(dataDir);
}
