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

/** How many days before the end of the grace a person is reminded, the first reminder first. */
const REMINDER_DAYS = [7, 1];

const DAY_MS = 24 * 3600_000;

type DeletionDeps = Pick<Deps, 'db' | 'identity' | 'jobs'>;

/** Whether, when and why an account is going to be deleted. */
export async function readDeletion(db: Db, personId: string): Promise<DeletionResponse> {
  const row = await findDeletion(db, personId);
  return { deletion: row ? presentDeletion(row) : null };
}

/**
 * A person asks to delete their account. From now on they exist for nobody, and can only come back; after 30 days everything
 * is deleted (delete-account.service.ts).
 * @param account of the caller at the identity service, and its proof that they have just entered their password. It works once
 * @throws DomainError account.proof, account.last_owner, account.elsewhere, identity.unavailable
 */
export async function leave(
  deps: DeletionDeps,
  personId: string,
  account: { subject: string; proof: string },
): Promise<DeletionResponse> {
  const proofId = await deps.identity.readPasswordProof(account.proof, account.subject);
  if (!proofId) throw new DomainError('account.proof');
  await askForDeletion(deps, personId, { bySiteOwner: false, actorId: personId, proofId });
  return readDeletion(deps.db, personId);
}

/**
 * Somebody comes back. Without a deletion nothing happens.
 * @throws DomainError account.site_owner_decides, account.gone
 */
export async function comeBack(db: Db, personId: string): Promise<void> {
  const row = await findDeletion(db, personId);
  if (!row) return;
  if (row.deletion_by_site_owner) throw new DomainError('account.site_owner_decides');
  if (!(await unsetDeletion(db, personId))) throw new DomainError('account.gone');
}

/**
 * Begins the deletion of an account, with a mail to its person. Repeating it changes no date.
 * @param actorId who asks; null for the operator
 * @param proofId of the password of a person who asks themselves; it is used up
 * @throws DomainError person.missing, account.last_owner, owner.protected if a site owner would delete another one,
 *   account.proof for a proof that was used before
 */
export async function askForDeletion(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  personId: string,
  { bySiteOwner, actorId, proofId }: { bySiteOwner: boolean; actorId: string | null; proofId?: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await actAs(tx, actorId);
    if (proofId !== undefined && !(await useProof(tx, proofId))) throw new DomainError('account.proof');
    // With a lock: nobody becomes a site owner meanwhile.
    if (bySiteOwner && (await lockSiteOwner(tx, personId))) throw new DomainError('owner.protected');
    if (await isLastSiteOwner(tx, personId)) throw new DomainError('account.last_owner');
    const outcome = await setDeletion(tx, personId, bySiteOwner);
    if (outcome === 'missing') throw new DomainError('person.missing');
    if (outcome === 'new') await enqueueMail({ jobs }, tx, { kind: 'deletion', recipientId: personId });
  });
}

/** Calls a deletion off, whoever has asked for it. @param actorId null for the operator @throws DomainError account.gone */
export async function callDeletionOff(db: Db, personId: string, actorId: string | null): Promise<void> {
  if (!(await findDeletion(db, personId))) return;
  await db.transaction().execute(async (tx) => {
    await actAs(tx, actorId);
    if (!(await unsetDeletion(tx, personId))) throw new DomainError('account.gone');
  });
}

/** Sends the mail about a deletion again, some days before everything is deleted. Called every hour. */
export async function remindLeaving({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const recipientId of await takeReminders(tx, REMINDER_DAYS)) {
      await enqueueMail({ jobs }, tx, { kind: 'deletion', recipientId });
    }
  });
}

/** Writes the mail about a deletion; nothing if the person is back. */
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
