import type { BackupProblem, OutboxMail } from '@kinreel/contracts';
import { describeMailError, retryDelaySeconds } from '@kinreel/mailer';
import type { Db } from '../../platform/db/database.ts';
import type { MailState, SiteWarningKind } from '../../platform/db/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import { sendMailJob } from './mails.job-definition.ts';
import {
  type AccountMail,
  forgetMail,
  type OperatorMail,
  type PersonalMail,
  sendAccountMail,
  sendMail,
  sendMailToOperator,
} from './mails.service.ts';
import { presentMail } from './outbox.presenter.ts';
import {
  claimRow,
  countRows,
  deleteRow,
  deleteSettled,
  findRow,
  insertRow,
  listIds,
  listMailed,
  listOverdue,
  listRows,
  postponeRow,
  restartRow,
  setError,
  setSent,
} from './outbox.queries.ts';

/** What a mail about a connection says: a request, or that one or an invitation was accepted. */
export type ConnectionNews = 'request' | 'accepted' | 'invited';

/** A mail to be sent: its kind, and the ids of the rows from which it is written when it is sent. */
export type OutgoingMail =
  | { kind: 'video-shared'; videoId: string; recipientId: string }
  | { kind: 'connection'; connectionId: string; recipientId: string; news?: ConnectionNews }
  | { kind: 'invitation'; invitationId: string }
  | { kind: 'report'; reportId: string }
  | { kind: 'archive'; archiveId: string; recipientId: string }
  | { kind: 'deletion'; recipientId: string }
  | { kind: 'digest'; recipientId: string; digestId: string }
  | { kind: 'steward'; stewardRowId: string; recipientId: string; news: 'named' | 'asked' | 'started' }
  | { kind: 'question'; questionId: string; recipientId: string }
  | { kind: 'week-question'; recipientId: string; promptId: string }
  | { kind: 'answer-received'; linkId: string; recipientId: string }
  /** For a site owner, or for the operator. */
  | { kind: 'site-warning'; warning: SiteWarningKind; reason?: BackupProblem; recipientId?: string };

/** A written mail; null if it is obsolete; `later` if it cannot be written yet. */
export type WrittenMail = PersonalMail | AccountMail | OperatorMail | 'later' | null;

/** Writers of each kind of mail. They read the current rows at the time of sending. */
export type MailWriters = {
  readonly [Kind in OutgoingMail['kind']]: (
    deps: Deps,
    mail: Extract<OutgoingMail, { kind: Kind }>,
  ) => Promise<WrittenMail>;
};

/** Maximum number of mails in a list. */
const LIST_LIMIT = 500;

/** Delay before a mail that cannot be written yet is tried again, in seconds. This does not count as an attempt. */
const LATER_SECONDS = 60;

/**
 * Adds a mail to the outbox, in the transaction that makes it necessary. After the commit it cannot be lost: it is
 * retried for three days, then marked as failed, and the operator can see and retry it.
 */
export async function enqueueMail(deps: Pick<Deps, 'jobs'>, db: Db, mail: OutgoingMail): Promise<void> {
  const { kind, ...params } = mail;
  const id = newId();
  await insertRow(db, { id, kind, params, recipientId: 'recipientId' in mail ? (mail.recipientId ?? null) : null });
  await deps.jobs.enqueue(db, sendMailJob, { mailId: id });
}

/**
 * Makes one attempt to send a mail of the outbox, and enqueues the next one after a failure. Does nothing if it was
 * sent, has failed, or is being sent. A mail that the policy refuses, or that is obsolete, is deleted.
 */
export async function attemptMail(deps: Deps, writers: MailWriters, id: string): Promise<void> {
  const { db, jobs } = deps;
  const row = await findRow(db, id);
  if (!row) return;
  if (row.wait_seconds > 0) {
    // The worker of an attempt was lost, or this is an extra job.
    await jobs.enqueue(db, sendMailJob, { mailId: id }, { delaySeconds: row.wait_seconds });
    return;
  }
  const delay = retryDelaySeconds(row.attempts + 1);
  if (!(await claimRow(db, id, row.attempts, delay ?? LATER_SECONDS))) return;
  try {
    const outcome = await writeAndSend(deps, writers, id, { ...row.params, kind: row.kind } as OutgoingMail);
    if (outcome === 'sent') await setSent(db, id);
    else if (outcome === 'dropped') await deleteRow(db, id);
    else {
      await db.transaction().execute(async (tx) => {
        await postponeRow(tx, id, row.attempts, LATER_SECONDS);
        await jobs.enqueue(tx, sendMailJob, { mailId: id }, { delaySeconds: LATER_SECONDS });
      });
    }
  } catch (error) {
    const isLast = delay === null;
    const fields = { err: new Error(describeMailError(error)), kind: row.kind, attempts: row.attempts + 1 };
    if (isLast) deps.log.error(fields, 'mail failed');
    else deps.log.warn(fields, 'mail will be retried');
    await db.transaction().execute(async (tx) => {
      await setError(tx, id, describeMailError(error), isLast);
      if (!isLast) await jobs.enqueue(tx, sendMailJob, { mailId: id }, { delaySeconds: delay });
    });
  }
}

async function writeAndSend(
  deps: Deps,
  writers: MailWriters,
  id: string,
  outgoing: OutgoingMail,
): Promise<'sent' | 'dropped' | 'later'> {
  const write = writers[outgoing.kind] as (deps: Deps, mail: OutgoingMail) => Promise<WrittenMail>;
  const mail = await write(deps, outgoing);
  if (mail === 'later') return 'later';
  if (mail === null) return 'dropped';
  return (await send(deps, mail, id)) === null ? 'sent' : 'dropped';
}

function send(deps: Deps, mail: Exclude<WrittenMail, 'later' | null>, id: string): Promise<string | null> {
  if ('senderId' in mail) return sendMail(deps, mail, id);
  if ('accountOf' in mail) return sendAccountMail(deps, mail);
  return sendMailToOperator(deps, mail);
}

/** Mails in these states, newest first. */
export async function listMails(
  db: Db,
  states: readonly MailState[] = ['waiting', 'failed'],
  limit = LIST_LIMIT,
): Promise<OutboxMail[]> {
  return (await listRows(db, states, limit)).map(presentMail);
}

/** The people for whom a mail of this kind was enqueued after a time, within the last days. */
export function listMailedSince(db: Db, kind: OutgoingMail['kind'], since: Date): Promise<string[]> {
  return listMailed(db, kind, since);
}

/** Number of mails by state. Sent ones are counted for a week, failed ones for a month. */
export async function countMails(db: Db): Promise<Record<MailState, number>> {
  const counts = { waiting: 0, sent: 0, failed: 0 };
  for (const { state, count } of await countRows(db)) counts[state] = count;
  return counts;
}

/** Retries a failed or waiting mail immediately, and then for three days. @returns false if there is no such mail */
export async function retryMail(deps: Pick<Deps, 'db' | 'jobs'>, id: string): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await restartRow(tx, id))) return false;
    await forgetMail(tx, id);
    await deps.jobs.enqueue(tx, sendMailJob, { mailId: id });
    return true;
  });
}

/** Retries all failed mails. @returns their number */
export async function retryFailedMails(deps: Pick<Deps, 'db' | 'jobs'>): Promise<number> {
  const ids = await listIds(deps.db, 'failed');
  for (const id of ids) await retryMail(deps, id);
  return ids.length;
}

/** Deletes expired mails, and enqueues mails whose job was lost. Called by the sweep. */
export async function sweepOutbox(deps: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  await deleteSettled(deps.db);
  for (const mailId of await listOverdue(deps.db)) await deps.jobs.enqueue(deps.db, sendMailJob, { mailId });
}
