import { MAX_STEWARDS, type StewardRequest, type Stewards, type Stewardship } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { endStewardArchives, removeArchiveFiles } from '../archives/archives.service.ts';
import { isAddressVerified } from '../mails/mails.service.ts';
import { enqueueMail } from '../mails/outbox.service.ts';
import { notify, removeNotification } from '../notifications/notifications.service.ts';
import { presentEnded, presentSteward, presentStewardship } from './stewards.presenter.ts';
import {
  countOthers,
  deleteSteward,
  findConnections,
  listEnded,
  listStewards,
  listStewardships,
  lockStewardship,
  setAsked,
  setDeclined,
  setEndedRead,
  upsertSteward,
} from './stewards.queries.ts';

type StewardDeps = Pick<Deps, 'db' | 'jobs'>;

/** The caller's stewards, and the owners who have named the caller. */
export async function readStewards(db: Db, callerId: string): Promise<Stewards> {
  const [stewards, lookingAfter] = [await listStewards(db, callerId), await listStewardships(db, callerId)];
  return {
    stewards: stewards.map(presentSteward),
    looking_after: lookingAfter.map(presentStewardship),
    ended: (await listEnded(db, callerId)).map(presentEnded),
  };
}

/** Marks the cancelled requests as read. */
export function markEndedRead(db: Db, callerId: string): Promise<void> {
  return setEndedRead(db, callerId);
}

/**
 * Names a connection as the caller's steward, or changes the waiting time. The person is notified once.
 * @throws DomainError steward.not_connected, steward.unverified, steward.too_many
 */
export async function nameSteward(
  deps: StewardDeps,
  ownerId: string,
  stewardId: string,
  { waiting_days }: StewardRequest,
): Promise<Stewards> {
  // Otherwise the owner would get no mails before the start.
  if (!(await isAddressVerified(deps.db, ownerId))) throw new DomainError('steward.unverified');
  await deps.db.transaction().execute(async (tx) => {
    const connection_id = (await findConnections(tx, ownerId, [stewardId])).get(stewardId);
    if (!connection_id) throw new DomainError('steward.not_connected');
    if ((await countOthers(tx, ownerId, stewardId)) >= MAX_STEWARDS) throw new DomainError('steward.too_many');
    const id = newId();
    const row = { id, owner_id: ownerId, steward_id: stewardId, connection_id, waiting_days };
    if (!(await upsertSteward(tx, row))) return;
    await notify(deps, tx, { kind: 'steward-named', userId: stewardId, actorId: ownerId, stewardRowId: id });
    await enqueueMail(deps, tx, { kind: 'steward', stewardRowId: id, recipientId: stewardId, news: 'named' });
  });
  return readStewards(deps.db, ownerId);
}

/** Removes a steward. No error if there is none. */
export function removeSteward(db: Db, ownerId: string, stewardId: string): Promise<void> {
  return deleteSteward(db, ownerId, stewardId);
}

/**
 * Declines or ends a stewardship. The steward's rights end immediately, and the owner is notified.
 * @throws DomainError steward.missing
 */
export async function declineStewardship(
  deps: Pick<Deps, 'db' | 'jobs' | 'storage' | 'log'>,
  stewardId: string,
  ownerId: string,
): Promise<void> {
  const files = await deps.db.transaction().execute(async (tx) => {
    const row = await lockStewardship(tx, stewardId, ownerId);
    if (!row) throw new DomainError('steward.missing');
    await setDeclined(tx, row.id);
    await removeNotification(tx, stewardId, row.id);
    await notify(deps, tx, { kind: 'steward-declined', userId: ownerId, actorId: stewardId, stewardRowId: row.id });
    return endStewardArchives(tx, [row.id]);
  });
  await removeArchiveFiles(deps, files);
}

/**
 * Requests the start of a stewardship because the owner no longer can. The owner has the waiting time for a sign of
 * life (sign-of-life.service.ts), and gets a mail immediately. Repeating it changes nothing.
 * @throws DomainError steward.missing; steward.too_soon if the owner has recently cancelled a request
 */
export async function requestStart(deps: StewardDeps, stewardId: string, ownerId: string): Promise<Stewardship> {
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockStewardship(tx, stewardId, ownerId);
    if (!row) throw new DomainError('steward.missing');
    if (row.asked_at !== null) return;
    if (row.stopped_lately) throw new DomainError('steward.too_soon');
    await setAsked(tx, row.id);
    // An existing notification belongs to an earlier request.
    await removeNotification(tx, ownerId, row.id);
    await notify(deps, tx, { kind: 'steward-asked', userId: ownerId, actorId: stewardId, stewardRowId: row.id });
    await enqueueMail(deps, tx, { kind: 'steward', stewardRowId: row.id, recipientId: ownerId, news: 'asked' });
  });
  const [row] = await listStewardships(deps.db, stewardId, ownerId);
  if (!row) throw new DomainError('steward.missing');
  return presentStewardship(row);
}
