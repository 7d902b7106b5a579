import type { Connection, ConnectionRequest, ConnectionsQuery } from '@kinreel/contracts';
import type { Kysely } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/tables.ts';
import { DomainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { decodeTimeCursor, type Page, toPage } from '../../platform/paging.ts';
import { notify, removeNotification } from '../notifications/notifications.service.ts';
import { presentConnection } from './connections.presenter.ts';
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
 * With the caller's own id: a page of their connections, newest first. With another id: the connection between the two,
 * if any. Nobody can see the connections of others.
 */
export async function readConnections(
  db: Db,
  callerId: string,
  userId: string,
  query: ConnectionsQuery,
): Promise<Page<Connection>> {
  if (userId.toLowerCase() !== callerId) {
    const row = await findBetween(db, callerId, userId);
    return { rows: row ? [presentConnection(row)] : [], next: null };
  }
  const rows = await listConnections(db, callerId, query.list, decodeTimeCursor(query.cursor), query.limit + 1);
  const page = toPage(rows, query.limit, (row) => [row.at, row.connection_id]);
  return { rows: page.rows.map(presentConnection), next: page.next };
}

/**
 * Sends a connection request. If the other person has sent the same request, it is accepted immediately (CONN-05).
 * @returns the connection, and whether a new request was created
 * @throws DomainError connection.self, connection.exists, connection.other_relationship, person.missing
 */
export async function requestConnection(
  db: Kysely<Database>,
  callerId: string,
  { userB, relationship }: ConnectionRequest,
): Promise<{ connection: Connection; created: boolean }> {
  if (userB.toLowerCase() === callerId) throw new DomainError('connection.self');
  const { changed, row } = await db.transaction().execute(async (tx) => {
    const changed = await insertOrAccept(tx, newId(), callerId, userB, relationship);
    const row = await findBetween(tx, callerId, userB);
    if (changed && row) await notifyOfConnection(tx, row);
    return { changed, row };
  });
  if (changed && row) return { connection: presentConnection(row), created: changed.status === 'pending' };
  if (!row) throw new DomainError('person.missing');
  const hasOtherRequest =
    row.status === 'pending' && row.requester_id !== callerId && row.relationship !== relationship;
  throw new DomainError(hasOtherRequest ? 'connection.other_relationship' : 'connection.exists');
}

/**
 * Accepts a request. Only its recipient can (CONN-02). Accepting twice is not an error.
 * @throws DomainError connection.missing, connection.not_recipient
 */
export async function confirmConnection(
  db: Kysely<Database>,
  callerId: string,
  connectionId: string,
): Promise<Connection> {
  const row = await db.transaction().execute(async (tx) => {
    const accepted = await accept(tx, callerId, connectionId);
    const row = await findOwn(tx, callerId, connectionId);
    if (accepted && row) await notifyOfConnection(tx, row);
    return row;
  });
  if (!row) throw new DomainError('connection.missing');
  if (row.addressee_id !== callerId) throw new DomainError('connection.not_recipient');
  return presentConnection(row);
}

/** Notifies the recipient of a new request. Once accepted, replaces this by a notification for the requester. */
async function notifyOfConnection(tx: Tx, row: ConnectionRow): Promise<void> {
  const { connection_id: connectionId, requester_id: requester, addressee_id: addressee } = row;
  if (row.status === 'pending') {
    await notify(tx, { kind: 'connection-request', userId: addressee, actorId: requester, connectionId });
    return;
  }
  await removeNotification(tx, addressee, connectionId);
  await notify(tx, { kind: 'connection-accepted', userId: requester, actorId: addressee, connectionId });
}

/**
 * Removes a connection or request, and all shares between the two people (CONN-04).
 * @throws DomainError connection.missing
 */
export async function removeConnection(db: Kysely<Database>, callerId: string, connectionId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Connection first: this waits for concurrent shares (see areConnected), which the second statement then deletes.
    const pair = await deleteOwn(tx, callerId, connectionId);
    if (!pair) throw new DomainError('connection.missing');
    await deleteSharesBetween(tx, pair);
  });
}

/**
 * Which of `ids` the person is connected with. In a transaction these connections cannot be removed before it ends, so
 * no share can outlive its connection.
 */
export async function areConnected(db: Db, userId: string, ids: readonly string[]): Promise<Set<string>> {
  const pairs = await lockAccepted(db, userId, ids);
  return new Set(pairs.map(({ user_lo, user_hi }) => (user_lo === userId ? user_hi : user_lo)));
}
