import type { SiteOverview } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { SiteWarningKind } from '../../platform/db/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { freeDiskBytes } from '../../platform/disk-space.ts';
import { integritySummary } from '../integrity/integrity.service.ts';
import { enqueueMail, type WrittenMail } from '../mails/outbox.service.ts';
import { siteWarningMail } from './site-warning-mail.ts';
import { listSiteOwnerIds, listWarnings, replaceWarnings } from './site-warnings.queries.ts';

/** The disk is nearly full below this many times the reserve, at which uploads end. There is time to make room. */
const DISK_BEGINS = 2;

/** And it is no longer from here on: more, so that nobody gets a mail each time that a video is deleted. */
const DISK_ENDS = 3;

/**
 * Looks for what needs the attention of site owners. When something begins, each of them gets a mail, and the operator, if they have
 * set an address; while it lasts, the page shows it. Called every hour.
 */
export async function updateWarnings(deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'log'>): Promise<void> {
  const { config, db, jobs, log } = deps;
  const before = new Set((await listWarnings(db)).map(({ kind }) => kind));
  const now = await findWarnings(deps, before);
  await db.transaction().execute(async (tx) => {
    for (const warning of await replaceWarnings(tx, now)) {
      log.warn({ kind: warning }, 'site owners are warned');
      for (const recipientId of await listSiteOwnerIds(tx)) {
        await enqueueMail({ jobs }, tx, { kind: 'site-warning', warning, recipientId });
      }
      if (config.mail.operator !== null) await enqueueMail({ jobs }, tx, { kind: 'site-warning', warning });
    }
  });
}

async function findWarnings(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  before: ReadonlySet<SiteWarningKind>,
): Promise<SiteWarningKind[]> {
  const { counts } = await integritySummary(db);
  const free = await freeDiskBytes(config);
  const times = before.has('disk') ? DISK_ENDS : DISK_BEGINS;
  return [
    ...(free < config.limits.diskReserveBytes * times ? (['disk'] as const) : []),
    ...(counts.missing + counts.altered > 0 ? (['files'] as const) : []),
  ];
}

/** The warnings that hold, the oldest first. */
export async function readWarnings(db: Db): Promise<SiteOverview['warnings']> {
  return (await listWarnings(db)).map(({ kind, since }) => ({ kind, since: since.toISOString() }));
}

/** Writes the mail about a warning; nothing if it is over, or who would get it no longer looks after the site. */
export async function writeSiteWarningMail(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  { warning, recipientId }: { warning: SiteWarningKind; recipientId?: string },
): Promise<WrittenMail> {
  if (!(await listWarnings(db)).some(({ kind }) => kind === warning)) return null;
  const { missing, altered } = (await integritySummary(db)).counts;
  const content = {
    ...{ warning, freeBytes: await freeDiskBytes(config), reserveBytes: config.limits.diskReserveBytes },
    ...{ lostFiles: missing + altered, url: `${config.publicUrl}/admin` },
  };
  if (recipientId === undefined) {
    return { recipient: 'operator', content: () => siteWarningMail({ ...content, recipient: null }) };
  }
  if (!(await listSiteOwnerIds(db)).includes(recipientId)) return null;
  return { accountOf: recipientId, content: (recipient) => siteWarningMail({ ...content, recipient }) };
}
