import type { ConnectionRequest, ConnectionsQuery } from '@kinreel/contracts';
import type { Kysely } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/tables.ts';
import { DomainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { decodeTimeCursor, type Page, toPage } from '../../platform/paging.ts';
import { notify, removeNotification } from '../notifications/notifications.service.ts';
import {
  accept,
  type ConnectionRow,
  deleteOwn,
  deleteSharesBetween,
  findBetween,
  findOwn,
  insertOrAccept,
  listConnections,
  lockAccepted,
} from './connections.queries.ts';

/**
 * With the caller's own id a page of the caller's connections, newest first; with another's the one between the two,
 * if there is one. Nobody sees whom others are connected with.
 */
export async function readConnections(
  db: Db,
  callerId: string,
  userId: string,
  query: ConnectionsQuery,
): Promise<Page<ConnectionRow>> {
  if (userId.toLowerCase() !== callerId) {
    const row = await findBetween(db, callerId, userId);
    return { rows: row ? [row] : [], next: null };
  }
  const rows = await listConnections(db, callerId, query.list, decodeTimeCursor(query.cursor), query.limit + 1);
  return toPage(rows, query.limit, (row) => [row.at, row.connection_id]);
}

/**
 * Ask somebody for a connection; if that person has asked for the same one, it stands at once (CONN-05).
 * @returns the connection, and whether it is a new request
 * @throws DomainError connection.self, connection.exists, connection.other_relationship, person.missing
 */
export async function requestConnection(
  db: Kysely<Database>,
  callerId: string,
  { userB, relationship }: ConnectionRequest,
): Promise<{ row: ConnectionRow; created: boolean }> {
  if (userB.toLowerCase() === callerId) throw new DomainError('connection.self');
  const { made, row } = await db.transaction().execute(async (tx) => {
    const made = await insertOrAccept(tx, newId(), callerId, userB, relationship);
    const row = await findBetween(tx, callerId, userB);
    if (made && row) await tellOfConnection(tx, row);
    return { made, row };
  });
  if (made && row) return { row, created: made.status === 'pending' };
  if (!row) throw new DomainError('person.missing');
  const asked = row.status === 'pending' && row.requester_id !== callerId && row.relationship !== relationship;
  throw new DomainError(asked ? 'connection.other_relationship' : 'connection.exists');
}

/**
 * Confirm a request; only the one who was asked can (CONN-02). Confirming twice is no fault.
 * @throws DomainError connection.missing, connection.not_recipient
 */
export async function confirmConnection(
  db: Kysely<Database>,
  callerId: string,
  connectionId: string,
): Promise<ConnectionRow> {
  const row = await db.transaction().execute(async (tx) => {
    const accepted = await accept(tx, callerId, connectionId);
    const row = await findOwn(tx, callerId, connectionId);
    if (accepted && row) await tellOfConnection(tx, row);
    return row;
  });
  if (!row) throw new DomainError('connection.missing');
  if (row.addressee_id !== callerId) throw new DomainError('connection.not_recipient');
  return row;
}

/** Tell the one who was asked of the request; once it is accepted, the one who asked, and nobody of a request any more. */
async function tellOfConnection(tx: Db, row: ConnectionRow): Promise<void> {
  const { connection_id: connectionId, requester_id: requester, addressee_id: addressee } = row;
  if (row.status === 'pending') {
    await notify(tx, { kind: 'connection-request', userId: addressee, actorId: requester, connectionId });
    return;
  }
  await removeNotification(tx, addressee, connectionId);
  await notify(tx, { kind: 'connection-accepted', userId: requester, actorId: addressee, connectionId });
}

/**
 * End a connection or a request, and with it all that the two have shared with each other (CONN-04).
 * @throws DomainError connection.missing
 */
export async function removeConnection(db: Kysely<Database>, callerId: string, connectionId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // First the connection: this waits for a share that is being made by it, which the second statement then sees.
    const pair = await deleteOwn(tx, callerId, connectionId);
    if (!pair) throw new DomainError('connection.missing');
    await deleteSharesBetween(tx, pair);
  });
}

/**
 * Those of `ids` that a person's connection stands with. Within a transaction none of these connections can end before
 * it does, so what is stored because of them does not outlive them.
 */
export async function areConnected(db: Db, userId: string, ids: readonly string[]): Promise<Set<string>> {
  const pairs = await lockAccepted(db, userId, ids);
  return new Set(pairs.map(({ user_lo, user_hi }) => (user_lo === userId ? user_hi : user_lo)));
}
