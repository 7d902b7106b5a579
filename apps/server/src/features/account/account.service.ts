import type { DeletionResponse } from '@kinreel/contracts';
import { actAs } from '../../platform/db/actor.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { enqueueMail, type WrittenMail } from '../mails/outbox.service.ts';
import { presentDeletion } from './account.presenter.ts';
import {
  findDeletion,
  isLastSiteOwner,
  lockSiteOwner,
  setDeletion,
  takeReminders,
  unsetDeletion,
  useProof,
} from './account.queries.ts';
import { deletionMail } from './deletion-mail.ts';

/** Days before the end of the grace period at which a person is reminded, in the order of the reminders. */
const REMINDER_DAYS = [7, 1];

const DAY_MS = 24 * 3600_000;

type DeletionDeps = Pick<Deps, 'db' | 'identity' | 'jobs'>;

/** Whether, when and on whose request an account will be deleted. */
export async function readDeletion(db: Db, personId: string): Promise<DeletionResponse> {
  const row = await findDeletion(db, personId);
  return { deletion: row ? presentDeletion(row) : null };
}

/**
 * Requests the deletion of the caller's account. From now on nobody sees the person, and they can only cancel the
 * deletion; after 30 days everything is deleted (delete-account.service.ts).
 * @param account of the caller at the identity service, and its single-use proof that they have just entered their
 *   password
 * @throws DomainError account.proof, account.last_owner, account.elsewhere, identity.unavailable
 */
export async function leave(
  deps: DeletionDeps,
  personId: string,
  account: { subject: string; proof: string },
): Promise<DeletionResponse> {
  const proofId = await deps.identity.readPasswordProof(account.proof, account.subject);
  if (!proofId) throw new DomainError('account.proof');
  await requestDeletion(deps, personId, { bySiteOwner: false, actorId: personId, proofId });
  return readDeletion(deps.db, personId);
}

/**
 * Cancels the deletion on the person's own request. Does nothing without a deletion.
 * @throws DomainError account.site_owner_decides, account.gone
 */
export async function cancelOwnDeletion(db: Db, personId: string): Promise<void> {
  const row = await findDeletion(db, personId);
  if (!row) return;
  if (row.deletion_by_site_owner) throw new DomainError('account.site_owner_decides');
  if (!(await unsetDeletion(db, personId))) throw new DomainError('account.gone');
}

/**
 * Requests the deletion of an account and sends its person a mail. Repeating it changes no date.
 * @param actorId who requests it; null for the operator
 * @param proofId password proof of a person who deletes their own account; it works once
 * @throws DomainError person.missing, account.last_owner, owner.protected if a site owner would delete another one,
 *   account.proof for a used proof
 */
export async function requestDeletion(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  personId: string,
  { bySiteOwner, actorId, proofId }: { bySiteOwner: boolean; actorId: string | null; proofId?: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await actAs(tx, actorId);
    if (proofId !== undefined && !(await useProof(tx, proofId))) throw new DomainError('account.proof');
    // Locks the row, so that the person cannot become a site owner meanwhile.
    if (bySiteOwner && (await lockSiteOwner(tx, personId))) throw new DomainError('owner.protected');
    if (await isLastSiteOwner(tx, personId)) throw new DomainError('account.last_owner');
    const outcome = await setDeletion(tx, personId, bySiteOwner);
    if (outcome === 'missing') throw new DomainError('person.missing');
    if (outcome === 'new') await enqueueMail({ jobs }, tx, { kind: 'deletion', recipientId: personId });
  });
}

/**
 * Cancels a deletion requested by the person or by a site owner.
 * @param actorId null for the operator
 * @throws DomainError account.gone
 */
export async function cancelDeletion(db: Db, personId: string, actorId: string | null): Promise<void> {
  if (!(await findDeletion(db, personId))) return;
  await db.transaction().execute(async (tx) => {
    await actAs(tx, actorId);
    if (!(await unsetDeletion(tx, personId))) throw new DomainError('account.gone');
  });
}

/** Sends the reminders of deletions that are due. Called every hour. */
export async function remindLeaving({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const recipientId of await takeReminders(tx, REMINDER_DAYS)) {
      await enqueueMail({ jobs }, tx, { kind: 'deletion', recipientId });
    }
  });
}

/** Writes the mail about a deletion. @returns null if the deletion was cancelled */
export async function writeDeletionMail(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  personId: string,
): Promise<WrittenMail> {
  const row = await findDeletion(db, personId);
  if (!row) return null;
  const { delete_at: until, deletion_by_site_owner: bySiteOwner, deletion_reminders: reminders } = row;
  const daysLeft = reminders > 0 ? Math.ceil((until.getTime() - Date.now()) / DAY_MS) : null;
  return {
    accountOf: personId,
    content: (recipient) => deletionMail({ recipient, until, daysLeft, bySiteOwner, url: `${config.publicUrl}/login` }),
  };
}
