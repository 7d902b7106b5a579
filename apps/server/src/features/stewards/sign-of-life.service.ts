import type { SignOfLifeRequest } from '@kinreel/contracts';
import { linkCode } from '../../platform/auth/link-code.ts';
import { deriveKey, isSameSecret } from '../../platform/auth/secrets.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { endStewardArchives, removeArchiveFiles } from '../archives/archives.service.ts';
import { notify, removeNotification } from '../notifications/notifications.service.ts';
import { cancelRequests, findForMail, revokeGifts } from './stewards.queries.ts';

/**
 * Records a sign of life: cancels all steward requests to this owner, and what stewards have started. Called by the
 * guard for each request of a person with a steward request. Idempotent.
 */
export async function recordSignOfLife(
  deps: Pick<Deps, 'db' | 'jobs' | 'storage' | 'log'>,
  ownerId: string,
): Promise<void> {
  const files = await deps.db.transaction().execute((tx) => endRequests(deps, tx, ownerId));
  await removeArchiveFiles(deps, files);
}

/** Ends all requests of stewards to this owner, and what they began. @returns the storage keys of ended archives */
export async function endRequests(deps: Pick<Deps, 'jobs'>, tx: Tx, ownerId: string): Promise<string[]> {
  const stopped = await cancelRequests(tx, ownerId);
  await revokeGifts(tx, ownerId);
  const ended = await endStewardArchives(
    tx,
    stopped.map(({ id }) => id),
  );
  for (const { id, steward_id: stewardId } of stopped) {
    await removeNotification(tx, stewardId, id);
    await notify(deps, tx, { kind: 'steward-stopped', userId: stewardId, actorId: ownerId, stewardRowId: id });
  }
  return ended;
}

/**
 * The code of the link in the mails about one request. Derived from the time of the request, so it becomes invalid with
 * the request.
 */
export function signOfLifeCode(appSecret: string, id: string, askedAt: Date): string {
  return linkCode(deriveKey(appSecret, 'sign-of-life'), `${id} ${askedAt.toISOString()}`);
}

/** Records a sign of life by the link in a mail, without login. @throws DomainError steward.ended */
export async function recordSignOfLifeByLink(
  deps: Pick<Deps, 'appSecret' | 'db' | 'jobs' | 'storage' | 'log'>,
  { id, code }: SignOfLifeRequest,
): Promise<void> {
  const row = await findForMail(deps.db, id);
  if (!row?.asked_at || !isSameSecret(code, signOfLifeCode(deps.appSecret, id, row.asked_at))) {
    throw new DomainError('steward.ended');
  }
  await recordSignOfLife(deps, row.owner_id);
}
