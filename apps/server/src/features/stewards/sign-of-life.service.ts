import type { SignOfLifeRequest } from '@kinreel/contracts';
import { linkCode } from '../../platform/auth/link-code.ts';
import { deriveKey, isSameSecret } from '../../platform/auth/secrets.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { endStewardArchives, removeArchiveFiles } from '../archives/archives.service.ts';
import { notify, removeNotification } from '../notifications/notifications.service.ts';
import { findForMail, stopRequests, takeGiftsBack } from './stewards.queries.ts';

/**
 * The owner is there: all requests of stewards end, and what they began. The guard calls it with each request of a person
 * whom a steward has called away, and only then. Safe to repeat.
 */
export async function showLife(deps: Pick<Deps, 'db' | 'storage' | 'log'>, ownerId: string): Promise<void> {
  const files = await deps.db.transaction().execute((tx) => endRequests(tx, ownerId));
  await removeArchiveFiles(deps, files);
}

/** Ends all requests of stewards to this owner, and what they began. @returns the storage keys of ended archives */
export async function endRequests(tx: Tx, ownerId: string): Promise<string[]> {
  const stopped = await stopRequests(tx, ownerId);
  await takeGiftsBack(tx, ownerId);
  const ended = await endStewardArchives(
    tx,
    stopped.map(({ id }) => id),
  );
  for (const { id, steward_id: stewardId } of stopped) {
    await removeNotification(tx, stewardId, id);
    await notify(tx, { kind: 'steward-stopped', userId: stewardId, actorId: ownerId, stewardRowId: id });
  }
  return ended;
}

/**
 * The code of the link in the mails about one request. It is derived, and ends with the request, because it is made of its
 * time.
 */
export function signOfLifeCode(appSecret: string, id: string, askedAt: Date): string {
  return linkCode(deriveKey(appSecret, 'sign-of-life'), `${id} ${askedAt.toISOString()}`);
}

/** The owner has used the link of a mail, without a login. @throws DomainError steward.ended */
export async function showLifeByLink(
  deps: Pick<Deps, 'db' | 'storage' | 'log' | 'appSecret'>,
  { id, code }: SignOfLifeRequest,
): Promise<void> {
  const row = await findForMail(deps.db, id);
  if (!row?.asked_at || !isSameSecret(code, signOfLifeCode(deps.appSecret, id, row.asked_at))) {
    throw new DomainError('steward.ended');
  }
  await showLife(deps, row.owner_id);
}
