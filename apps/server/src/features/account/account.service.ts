import type { DeletionResponse } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { enqueueMail, type WrittenMail } from '../mails/outbox.service.ts';
import { presentDeletion } from './account.presenter.ts';
import { findDeletion, isLastSiteOwner, setDeletion, unsetDeletion } from './account.queries.ts';
import { deletionMail } from './deletion-mail.ts';

type DeletionDeps = Pick<Deps, 'db' | 'identity' | 'jobs'>;

/** Whether, when and why an account is going to be deleted. */
export async function readDeletion(db: Db, personId: string): Promise<DeletionResponse> {
  const row = await findDeletion(db, personId);
  return { deletion: row ? presentDeletion(row) : null };
}

/**
 * A person asks to delete their account. From now on they exist for nobody, and can only come back; after 30 days everything
 * is deleted (delete-account.service.ts).
 * @param account of the caller at the identity service, and its proof that they have just entered their password
 * @throws DomainError account.proof, account.last_owner, account.elsewhere, identity.unavailable
 */
export async function leave(
  deps: DeletionDeps,
  personId: string,
  account: { subject: string; proof: string },
): Promise<DeletionResponse> {
  if (!(await deps.identity.isPasswordProved(account.proof, account.subject))) throw new DomainError('account.proof');
  await askForDeletion(deps, personId, { bySiteOwner: false });
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
 * @throws DomainError person.missing, account.last_owner
 */
export async function askForDeletion(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  personId: string,
  { bySiteOwner }: { bySiteOwner: boolean },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await isLastSiteOwner(tx, personId)) throw new DomainError('account.last_owner');
    const outcome = await setDeletion(tx, personId, bySiteOwner);
    if (outcome === 'missing') throw new DomainError('person.missing');
    if (outcome === 'new') await enqueueMail({ jobs }, tx, { kind: 'deletion', recipientId: personId });
  });
}

/** Calls a deletion off, whoever has asked for it. @throws DomainError account.gone */
export async function callDeletionOff(db: Db, personId: string): Promise<void> {
  if (!(await findDeletion(db, personId))) return;
  if (!(await unsetDeletion(db, personId))) throw new DomainError('account.gone');
}

/** Writes the mail about a deletion; nothing if the person is back. */
export async function writeDeletionMail(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  personId: string,
): Promise<WrittenMail> {
  const row = await findDeletion(db, personId);
  if (!row) return null;
  const { delete_at: until, deletion_by_site_owner: bySiteOwner } = row;
  return {
    accountOf: personId,
    content: (recipient) => deletionMail({ recipient, until, bySiteOwner, url: `${config.publicUrl}/login` }),
  };
}
