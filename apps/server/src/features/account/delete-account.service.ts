import { ownPrefixes } from '../../platform/db/stored-objects.ts';
import type { Deps } from '../../platform/deps.ts';
import { deleteArchivesAbout } from '../archives/archives.service.ts';
import { removePhoto } from '../profile/photos.service.ts';
import { removeUploadsOf } from '../uploads/upload-leftovers.service.ts';
import { deleteVideosOf } from '../videos/videos.service.ts';
import { type DueAccount, deletePersonRow, listDue } from './account.queries.ts';

/**
 * Deletes the accounts whose grace period is over. A failed account is retried in the next run; the others are deleted.
 * @throws the last error
 */
export async function deleteDueAccounts(deps: Deps, signal: AbortSignal): Promise<void> {
  let failure: unknown = null;
  for (const account of await listDue(deps.db)) {
    signal.throwIfAborted();
    try {
      await deleteAccount(deps, account, signal);
      deps.log.info({ userId: account.id }, 'account deleted');
    } catch (error) {
      failure = error;
      deps.log.warn({ err: error, userId: account.id }, 'account not deleted, the next run will retry');
    }
  }
  if (failure) throw failure;
}

/**
 * Deletes all data of a person in idempotent steps, so that the next run can resume after a kill. The person's row is
 * deleted last, because it marks the account as due.
 */
async function deleteAccount(deps: Deps, account: DueAccount, signal: AbortSignal): Promise<void> {
  const { config, db, identity } = deps;
  await deleteVideosOf(deps, account.id, signal);
  await removeUploadsOf(deps, account.id);
  await deleteArchivesAbout(deps, account.id);
  await removePhoto(db, account.id);
  // Also files without a row, which a killed run or another process has left.
  for (const prefix of ownPrefixes(account.id)) {
    for await (const { key } of deps.storage.list(prefix)) await deps.storage.delete(key);
  }
  // An account at a hosted provider stays: other sites may use it.
  if (!config.identity.hostedDomain) await identity.accounts.delete(account.subject);
  await db.transaction().execute((tx) => deletePersonRow(tx, account));
}
