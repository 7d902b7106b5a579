import { ownPrefixes } from '../../platform/db/stored-objects.ts';
import type { Deps } from '../../platform/deps.ts';
import { deleteArchivesAbout } from '../archives/archives.service.ts';
import { removePhoto } from '../profile/photos.service.ts';
import { removeUploadsOf } from '../uploads/upload-leftovers.service.ts';
import { deleteVideosOf } from '../videos/videos.service.ts';
import { type DueAccount, deletePersonRow, listDue } from './account.queries.ts';

/**
 * Deletes the accounts whose time has come. What fails is tried again with the next run, and the others go on.
 * @throws the last error
 */
export async function deleteDueAccounts(deps: Deps, signal: AbortSignal): Promise<void> {
  let failure: unknown = null;
  for (const account of await listDue(deps.db)) {
    signal.throwIfAborted();
    try {
      await deleteAccount(deps, account, signal);
      deps.log.info({ userId: account.id }, 'an account was deleted');
    } catch (error) {
      failure = error;
      deps.log.warn({ err: error, userId: account.id }, 'an account is deleted later');
    }
  }
  if (failure) throw failure;
}

/**
 * Deletes everything of a person, in pieces that are whole: whenever the process is killed, the next run goes on where this
 * one stopped. The person's row is the last, because it says that there is something to do.
 */
async function deleteAccount(deps: Deps, account: DueAccount, signal: AbortSignal): Promise<void> {
  const { config, db, identity } = deps;
  await deleteVideosOf(deps, account.id, signal);
  await removeUploadsOf(deps, account.id);
  await deleteArchivesAbout(deps, account.id);
  await removePhoto(db, account.id);
  // Also what a killed run, or another process, has left there without a row.
  for (const prefix of ownPrefixes(account.id)) {
    for await (const { key } of deps.storage.list(prefix)) await deps.storage.delete(key);
  }
  // The account at a hosted provider is not ours to delete.
  if (!config.identity.hostedDomain) await identity.accounts.delete(account.subject);
  await db.transaction().execute((tx) => deletePersonRow(tx, account));
}
