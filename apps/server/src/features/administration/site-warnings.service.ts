import type { SiteOverview } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { SiteWarningKind } from '../../platform/db/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { freeDiskBytes } from '../../platform/system/disk-space.ts';
import { enqueueMail, type WrittenMail } from '../mails/outbox.service.ts';
import { checkBackups, readBackupState } from '../operations/backup/backup-state.service.ts';
import { integritySummary } from '../operations/integrity/integrity.service.ts';
import { siteWarningMail } from './site-warning-mail.ts';
import { listSiteOwnerIds, listWarnings, replaceWarnings, type SiteWarning } from './site-warnings.queries.ts';

/**
 * The warning begins when the free space is below this multiple of the reserve. Uploads are rejected at the reserve, so
 * there is time to free space.
 */
const DISK_BEGINS = 2;

/**
 * The warning ends above this multiple: higher than DISK_BEGINS, so that deleting one video does not end it and the
 * next upload causes another mail.
 */
const DISK_ENDS = 3;

/**
 * Updates the warnings for site owners. A new warning is sent by mail to each site owner, and to the operator if their
 * address is configured; current warnings are shown on the page. Called every hour.
 */
export async function updateWarnings(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'log'>,
  now = new Date(),
): Promise<void> {
  const { config, db, jobs, log } = deps;
  await checkBackups(deps, now);
  const found = await findWarnings(deps, await listWarnings(db), now);
  await db.transaction().execute(async (tx) => {
    const { begun, ended } = await replaceWarnings(tx, found);
    for (const { kind, reason } of ended) log.info({ kind, reason }, 'site warning ended');
    for (const { kind: warning, reason } of begun) {
      log.warn({ kind: warning, reason }, 'site warning began, site owners are notified');
      const mail = { kind: 'site-warning' as const, warning, ...(reason && { reason }) };
      for (const recipientId of await listSiteOwnerIds(tx)) await enqueueMail({ jobs }, tx, { ...mail, recipientId });
      if (config.mail.operator !== null) await enqueueMail({ jobs }, tx, mail);
    }
  });
}

async function findWarnings(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  before: readonly SiteWarning[],
  now: Date,
): Promise<SiteWarning[]> {
  const { counts } = await integritySummary(db);
  const free = await freeDiskBytes(config);
  const times = before.some(({ kind }) => kind === 'disk') ? DISK_ENDS : DISK_BEGINS;
  const backup = await findBackupProblem(db, before.find(({ kind }) => kind === 'backup')?.reason ?? null, now);
  return [
    ...(free < config.limits.diskReserveBytes * times ? [{ kind: 'disk' as const, reason: '' as const }] : []),
    ...(counts.missing + counts.altered > 0 ? [{ kind: 'files' as const, reason: '' as const }] : []),
    ...(backup ? [{ kind: 'backup' as const, reason: backup }] : []),
  ];
}

/** While a backup is running, the previous state stays. */
async function findBackupProblem(db: Db, before: SiteWarning['reason'] | null, now: Date) {
  const { failure, isRunning } = await readBackupState(db, now);
  if (!isRunning) return failure?.problem ?? null;
  return before ?? (failure?.problem === 'old' ? 'old' : null);
}

/** The current warnings, oldest first. */
export async function readWarnings(db: Db): Promise<SiteOverview['warnings']> {
  return (await listWarnings(db)).map(({ kind, since }) => ({ kind, since: since.toISOString() }));
}

/**
 * Writes the mail about a warning.
 * @returns null if the warning has ended, or the recipient is no longer a site owner
 */
export async function writeSiteWarningMail(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  {
    warning,
    reason = '',
    recipientId,
  }: { warning: SiteWarningKind; reason?: SiteWarning['reason']; recipientId?: string },
): Promise<WrittenMail> {
  if (!(await listWarnings(db)).some((one) => one.kind === warning && one.reason === reason)) return null;
  const { goodAt } = await readBackupState(db, new Date());
  const { missing, altered } = (await integritySummary(db)).counts;
  const content = {
    warning,
    freeBytes: await freeDiskBytes(config),
    reserveBytes: config.limits.diskReserveBytes,
    reason: reason || null,
    lastGoodAt: goodAt,
    lostFiles: missing + altered,
    url: `${config.publicUrl}/admin`,
  };
  if (recipientId === undefined) {
    return { recipient: 'operator', content: () => siteWarningMail({ ...content, recipient: null }) };
  }
  if (!(await listSiteOwnerIds(db)).includes(recipientId)) return null;
  return { accountOf: recipientId, content: (recipient) => siteWarningMail({ ...content, recipient }) };
}
