import { ConfigError, newerMigration, withStatementName } from '@kinreel/service';
import { Kysely, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { BuildingDialect } from './given-value.ts';
import * as initial from './migrations/0001-initial.ts';
import * as nameForms from './migrations/0002-name-forms.ts';
import * as shareMessage from './migrations/0003-share-message.ts';
import * as notifications from './migrations/0004-notifications.ts';
import * as resumableUploads from './migrations/0005-resumable-uploads.ts';
import * as renditions from './migrations/0006-renditions.ts';
import * as captions from './migrations/0007-captions.ts';
import * as storageKeys from './migrations/0008-storage-keys.ts';
import * as failureCodes from './migrations/0009-failure-codes.ts';
import * as oneKindOfUpload from './migrations/0010-one-kind-of-upload.ts';
import * as watchPositions from './migrations/0011-watch-positions.ts';
import * as people from './migrations/0012-people.ts';
import * as linkPreviews from './migrations/0013-link-previews.ts';
import * as linksAskedFor from './migrations/0014-links-asked-for.ts';
import * as invitations from './migrations/0015-invitations.ts';
import * as linkExpiry from './migrations/0016-link-expiry.ts';
import * as verifiedAddresses from './migrations/0017-verified-addresses.ts';
import * as sessionEnds from './migrations/0018-session-ends.ts';
import * as requestsAndSearch from './migrations/0019-requests-and-search.ts';
import * as blocks from './migrations/0020-blocks.ts';
import * as reports from './migrations/0021-reports.ts';
import * as mails from './migrations/0022-mails.ts';
import * as siteOwners from './migrations/0023-site-owners.ts';
import * as integrity from './migrations/0024-integrity.ts';
import * as archives from './migrations/0025-archives.ts';
import * as notificationSettings from './migrations/0026-notification-settings.ts';
import * as missingEnd from './migrations/0027-missing-end.ts';
import * as deletion from './migrations/0028-deletion.ts';
import * as growingVideos from './migrations/0029-growing-videos.ts';
import * as activity from './migrations/0030-activity.ts';
import * as opening from './migrations/0031-opening.ts';
import * as stewards from './migrations/0032-stewards.ts';
import * as whoActed from './migrations/0033-who-acted.ts';
import * as silentVideos from './migrations/0034-silent-videos.ts';
import * as videoNotes from './migrations/0035-video-notes.ts';
import * as loudness from './migrations/0036-loudness.ts';
import * as pieces from './migrations/0038-pieces.ts';
import * as lookingAfter from './migrations/0039-looking-after.ts';
import * as trim from './migrations/0040-trim.ts';
import * as deletedAccounts from './migrations/0042-deleted-accounts.ts';
import * as siteWarnings from './migrations/0043-site-warnings.ts';
import * as highRange from './migrations/0044-high-range.ts';
import * as newestShares from './migrations/0045-newest-shares.ts';
import * as newestVisits from './migrations/0046-newest-visits.ts';
import * as sharedVideos from './migrations/0047-shared-videos.ts';
import * as peopleOfVideos from './migrations/0048-people-of-videos.ts';
import * as shareKey from './migrations/0049-share-key.ts';
import * as earlyPieces from './migrations/0050-early-pieces.ts';
import * as address from './migrations/0051-address.ts';
import * as backupRuns from './migrations/0062-backup-runs.ts';
import * as usedProofs from './migrations/0064-used-proofs.ts';
import * as whoInvites from './migrations/0065-who-invites.ts';
import * as pixelRate from './migrations/0066-pixel-rate.ts';
import * as joinedNames from './migrations/0067-joined-names.ts';
import * as invitationsOfOwners from './migrations/0073-invitations-of-owners.ts';
import * as deferrableOwners from './migrations/0074-deferrable-owners.ts';
import * as notes from './migrations/0075-notes.ts';
import * as questions from './migrations/0076-questions.ts';
import type { Database } from './tables.ts';

/** The pool or a transaction. */
export type Db = Kysely<Database> | Transaction<Database>;

/** A transaction, for changes that belong together. */
export type Tx = Transaction<Database>;

/** All migrations, in order. Released ones must never change. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-name-forms': nameForms,
  '0003-share-message': shareMessage,
  '0004-notifications': notifications,
  '0005-resumable-uploads': resumableUploads,
  '0006-renditions': renditions,
  '0007-captions': captions,
  '0008-storage-keys': storageKeys,
  '0009-failure-codes': failureCodes,
  '0010-one-kind-of-upload': oneKindOfUpload,
  '0011-watch-positions': watchPositions,
  '0012-people': people,
  '0013-link-previews': linkPreviews,
  '0014-links-asked-for': linksAskedFor,
  '0015-invitations': invitations,
  '0016-link-expiry': linkExpiry,
  '0017-verified-addresses': verifiedAddresses,
  '0018-session-ends': sessionEnds,
  '0019-requests-and-search': requestsAndSearch,
  '0020-blocks': blocks,
  '0021-reports': reports,
  '0022-mails': mails,
  '0023-site-owners': siteOwners,
  '0024-integrity': integrity,
  '0025-archives': archives,
  '0026-notification-settings': notificationSettings,
  '0027-missing-end': missingEnd,
  '0028-deletion': deletion,
  '0029-growing-videos': growingVideos,
  '0030-activity': activity,
  '0031-opening': opening,
  '0032-stewards': stewards,
  '0033-who-acted': whoActed,
  '0034-silent-videos': silentVideos,
  '0035-video-notes': videoNotes,
  '0036-loudness': loudness,
  '0038-pieces': pieces,
  '0039-looking-after': lookingAfter,
  '0040-trim': trim,
  '0042-deleted-accounts': deletedAccounts,
  '0043-site-warnings': siteWarnings,
  '0044-high-range': highRange,
  '0045-newest-shares': newestShares,
  '0046-newest-visits': newestVisits,
  '0047-shared-videos': sharedVideos,
  '0048-people-of-videos': peopleOfVideos,
  '0049-share-key': shareKey,
  '0050-early-pieces': earlyPieces,
  '0051-address': address,
  '0062-backup-runs': backupRuns,
  '0064-used-proofs': usedProofs,
  '0065-who-invites': whoInvites,
  '0066-pixel-rate': pixelRate,
  '0067-joined-names': joinedNames,
  '0073-invitations-of-owners': invitationsOfOwners,
  '0074-deferrable-owners': deferrableOwners,
  '0075-notes': notes,
  '0076-questions': questions,
};

/** How columns are parsed: all bigint columns are byte counts below 2^53; dates stay `YYYY-MM-DD` strings. */
export const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.DATE) return (value: string) => value;
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

/**
 * A connection that knows whether it leads to a standby, from a parameter that PostgreSQL sends at the start. Some
 * poolers do not pass it on.
 */
class CheckedClient extends pg.Client {
  isStandby = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter };
    connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
      if (status.parameterName === 'in_hot_standby') this.isStandby = status.parameterValue === 'on';
    });
  }
}

/** Rejects standbys, because access decisions need current data, and a standby lags behind. */
function refuseStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
  const { isStandby } = client as unknown as CheckedClient;
  done(isStandby ? Object.assign(new Error('This is a standby, not the primary.'), { code: '25006' }) : undefined);
}

/** Prepares each statement once per connection. */
class PreparingClient extends CheckedClient {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads; only the (text, values) form is changed
  override query(...args: any[]): any {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return (super.query as any)(...withStatementName(args));
  }
}

/**
 * Creates a connection pool of the primary. It connects on first use.
 * @param options.prepared false for a transaction-mode pooler without support for prepared statements
 */
export function connectDatabase(url: string, poolSize = 10, { prepared = true } = {}): Kysely<Database> {
  const pool = new pg.Pool({
    types: COLUMN_TYPES,
    Client: prepared ? PreparingClient : CheckedClient,
    application_name: 'kinreel',
    connectionString: url,
    max: poolSize,
    // An option of pg-pool that is missing in its types.
    verify: refuseStandby,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  } as pg.PoolConfig);
  // A lost connection must not end the process; the next query gets a new one. The pool only listens to idle
  // connections: one that is lost between two statements of a transaction needs this listener. The following statement
  // fails.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Database>({ dialect: new BuildingDialect({ pool }) });
}

/** Names of the applied migrations. */
async function listMigrations(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(
    db,
  );
  if (!rows[0]?.found) return [];
  return (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );
}

/** Names of all migrations, in order. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS);

/**
 * Runs pending migrations in one transaction: if one fails, nothing is changed. Safe with concurrent processes
 * (advisory lock).
 * @param upTo the last one to run; default all
 * @throws ConfigError if the database has a newer version
 */
export async function migrate(db: Kysely<Database>, upTo?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const newer = newerMigration(await listMigrations(db), MIGRATION_NAMES);
  if (newer) throw new ConfigError(newer);
  const { error } = upTo ? await migrator.migrateTo(upTo) : await migrator.migrateToLatest();
  if (error) throw error;
}

/** Whether the database was used by a start before. */
export async function isInUse(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('public.users') is not null as found`.execute(db);
  return rows[0]?.found ?? false;
}
