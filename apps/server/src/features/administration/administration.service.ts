import type {
  ResetLinkResponse,
  SiteOverview,
  SitePeopleQuery,
  SitePerson,
  SitePersonRequest,
} from '@kinreel/contracts';
import { storeSessionEnd } from '../../platform/auth/session-ends.ts';
import { VERSION } from '../../platform/config/version.ts';
import { actAs } from '../../platform/db/actor.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { findMediaTools } from '../../platform/ffmpeg/tools.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { decodeTimeCursor, type Page, toPage } from '../../platform/http/paging.ts';
import { countJobs } from '../../platform/jobs/failed-jobs.ts';
import { freeDiskBytes } from '../../platform/system/disk-space.ts';
import { cancelDeletion, requestDeletion } from '../account/account.service.ts';
import { readBackupOverview } from '../operations/backup/backup-state.service.ts';
import { integritySummary } from '../operations/integrity/integrity.service.ts';
import { sumExpectedBytes } from '../uploads/quota.service.ts';
import { presentSitePerson } from './administration.presenter.ts';
import {
  countEverything,
  findAccount,
  findIdByEmail,
  findPerson,
  listPeople,
  setDisabled,
  setQuota,
} from './administration.queries.ts';
import { readWarnings } from './site-warnings.service.ts';

type AccountDeps = Pick<Deps, 'config' | 'db' | 'identity' | 'log'>;

/** Numbers about the installation. */
export async function readOverview({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<SiteOverview> {
  const [counts, freeBytes, expectedBytes, warnings, backup, { counts: files, finishedAt }, jobs, tools] =
    await Promise.all([
      countEverything(db),
      freeDiskBytes(config),
      sumExpectedBytes({ config, db }),
      readWarnings(db),
      readBackupOverview(db, new Date()),
      integritySummary(db),
      countJobs(db),
      // A machine that is too busy to check its tools still gets an overview.
      findMediaTools(config).catch(() => null),
    ]);
  return {
    version: VERSION,
    ...counts,
    free_bytes: freeBytes,
    expected_bytes: expectedBytes,
    default_quota_bytes: config.limits.quotaBytes,
    warnings,
    backup,
    mails_as_files: !config.mail.smtpUrl,
    sandbox: tools && (tools.sandbox.bwrap ? 'bubblewrap' : 'limits'),
    files: { checked_at: finishedAt?.toISOString() ?? null, ...files },
    jobs,
  };
}

/** People and their usage, newest first. */
export async function readPeople(db: Db, { q, cursor, limit }: SitePeopleQuery): Promise<Page<SitePerson>> {
  const rows = await listPeople(db, q, decodeTimeCursor(cursor), limit + 1);
  const page = toPage(rows, limit, (row) => [row.cursor_at, row.id]);
  return { ...page, rows: page.rows.map(presentSitePerson) };
}

/** The id of the person with an address. @throws DomainError person.missing */
export async function personOf(db: Db, email: string): Promise<string> {
  const id = await findIdByEmail(db, email);
  if (id === null) throw new DomainError('person.missing');
  return id;
}

/**
 * Changes a person's quota, or disables or enables their account. A disabled account cannot be used, and its open
 * connections are closed within a second; what the person has shared stays visible.
 * @param actorId the site owner; null for the operator
 * @throws DomainError person.missing, owner.protected if a site owner would be disabled
 */
export async function changePerson(
  deps: AccountDeps,
  id: string,
  change: SitePersonRequest,
  actorId: string | null,
): Promise<SitePerson> {
  const { db, log } = deps;
  await db.transaction().execute(async (tx) => {
    await actAs(tx, actorId);
    const account = await findAccount(tx, id);
    if (!account) throw new DomainError('person.missing');
    if (change.disabled && account.site_owner_since) throw new DomainError('owner.protected');
    if (change.quota_bytes !== undefined) await setQuota(tx, id, change.quota_bytes);
    if (change.disabled !== undefined) await setDisabled(tx, id, change.disabled);
  });
  if (change.disabled) {
    // Each request checks whether the account is disabled; this also ends the sessions.
    await endSessions(deps, id).catch((err) =>
      log.warn({ err }, 'cannot end the sessions of a disabled account; its requests are rejected anyway'),
    );
  }
  return readPerson(db, id);
}

/**
 * Logs a person out everywhere. With a hosted provider only our tokens become invalid; their session there continues.
 * @throws DomainError person.missing, identity.unavailable
 */
export async function endSessions({ config, db, identity }: AccountDeps, id: string): Promise<void> {
  const account = await findAccount(db, id);
  if (!account) throw new DomainError('person.missing');
  const { provider, subject } = account;
  if (config.identity.hostedDomain) {
    await storeSessionEnd(db, { provider, subject, sid: null, epoch: null, endedAt: new Date() });
  } else {
    // The identity service sends us a logout token before it responds.
    await identity.accounts.endSessions(subject);
  }
}

/**
 * Requests the deletion of a person's account: they can no longer use it, nobody sees their videos, and everything is
 * deleted after 30 days, unless a site owner cancels it.
 * @throws DomainError person.missing, owner.protected
 */
export async function deletePerson(
  deps: Pick<Deps, 'db' | 'jobs'>,
  id: string,
  actorId: string | null,
): Promise<SitePerson> {
  await requestDeletion(deps, id, { bySiteOwner: true, actorId });
  return readPerson(deps.db, id);
}

/** Cancels the deletion of a person's account. @throws DomainError person.missing, account.gone */
export async function keepPerson(db: Db, id: string, actorId: string | null): Promise<SitePerson> {
  await cancelDeletion(db, id, actorId);
  return readPerson(db, id);
}

async function readPerson(db: Db, id: string): Promise<SitePerson> {
  const row = await findPerson(db, id);
  if (!row) throw new DomainError('person.missing');
  return presentSitePerson(row);
}

/**
 * A link to set a new password, to hand over in person. Anybody with the link can use the account.
 * @throws DomainError person.missing, owner.protected, account.elsewhere, identity.unavailable
 */
export async function makeResetLink({ db, identity }: AccountDeps, id: string): Promise<ResetLinkResponse> {
  const account = await findAccount(db, id);
  if (!account) throw new DomainError('person.missing');
  if (account.site_owner_since) throw new DomainError('owner.protected');
  return identity.accounts.resetLink(account.subject);
}
