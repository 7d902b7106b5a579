import {
  type Connection,
  type ConnectionRequest,
  type ConnectionsQuery,
  MAX_REQUESTS_PER_DAY,
  type Relationship,
} from '@kinreel/contracts';
import type { Kysely } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { decodeTimeCursor, type Page, toPage } from '../../platform/http/paging.ts';
import { newId } from '../../platform/ids.ts';
import { type ConnectionNews, enqueueMail } from '../mails/outbox.service.ts';
import { notify, removeNotification } from '../notifications/notifications.service.ts';
import { lockPerson } from '../profile/profile.table.ts';
import { lockPair } from '../visibility/blocking.policy.ts';
import { presentConnection } from './connections.presenter.ts';
import {
  accept,
  type ConnectionRow,
  countRequests,
  deleteBetween,
  deleteOwn,
  deleteSentRequests,
  deleteSharesBetween,
  findBetween,
  findOwn,
  insertOrAccept,
  insertSentRequest,
  listConnections,
  listSharedConnections,
  lockAccepted,
  lockConnection,
  updateRelationship,
} from './connections.queries.ts';

/**
 * With the caller's own id: a page of their connections, newest first. With another id: the connection between the two,
 * if any. Connections of other people are not visible, except mutual connections for the recipient of a request.
 */
export async function readConnections(
  db: Db,
  callerId: string,
  userId: string,
  query: ConnectionsQuery,
): Promise<Page<Connection>> {
  if (userId !== callerId) {
    const row = await findBetween(db, callerId, userId);
    return { rows: row ? await presentFor(db, callerId, [row]) : [], next: null };
  }
  const rows = await listConnections(db, callerId, query.list, decodeTimeCursor(query.cursor), query.limit + 1);
  const page = toPage(rows, query.limit, (row) => [row.at, row.connection_id]);
  return { rows: await presentFor(db, callerId, page.rows), next: page.next };
}

/** Presents connections; requests to the person include mutual connections. */
async function presentFor(db: Db, userId: string, rows: readonly ConnectionRow[]): Promise<Connection[]> {
  const isRequest = (row: ConnectionRow) => row.status === 'pending' && row.addressee_id === userId;
  const requesters = rows.filter(isRequest).map((row) => row.requester_id);
  const shared = requesters.length > 0 ? await listSharedConnections(db, userId, requesters) : new Map();
  return rows.map((row) =>
    presentConnection(row, isRequest(row) ? (shared.get(row.requester_id) ?? { count: 0, names: [] }) : null),
  );
}

/**
 * Sends a connection request. If the other person has sent the same request, it is accepted immediately (CONN-05).
 * @returns the connection, and whether a new request was created
 * @throws DomainError connection.self, connection.exists, connection.other_relationship, connection.too_many,
 *   person.missing
 */
export async function requestConnection(
  deps: Pick<Deps, 'db' | 'jobs'>,
  callerId: string,
  { userB, relationship }: ConnectionRequest,
): Promise<{ connection: Connection; created: boolean }> {
  if (userB === callerId) throw new DomainError('connection.self');
  const { changed, row } = await deps.db.transaction().execute(async (tx) => {
    const sent = await sendRequest(deps, tx, callerId, { userB, relationship });
    if (sent.changed?.status === 'pending') await spendRequest(tx, callerId);
    return sent;
  });
  if (changed && row) return { connection: presentConnection(row), created: changed.status === 'pending' };
  if (!row) throw new DomainError('person.missing');
  const hasOtherRequest =
    row.status === 'pending' && row.requester_id !== callerId && row.relationship !== relationship;
  throw new DomainError(hasOtherRequest ? 'connection.other_relationship' : 'connection.exists');
}

/** Counts a request of the sender. @throws DomainError connection.too_many if the daily budget is used up */
async function spendRequest(tx: Tx, senderId: string): Promise<void> {
  await lockPerson(tx, senderId);
  const { sent, wait } = await countRequests(tx, senderId, MAX_REQUESTS_PER_DAY);
  if (sent >= MAX_REQUESTS_PER_DAY) {
    // Rounded to whole minutes for the message.
    const params = { max_requests: MAX_REQUESTS_PER_DAY, wait_seconds: Math.ceil(wait / 60) * 60 };
    throw new DomainError('connection.too_many', { params });
  }
  await insertSentRequest(tx, newId(), senderId);
}

/** Deletes the counts of requests that the budget no longer needs. */
export function deleteOldRequests(db: Db): Promise<void> {
  return deleteSentRequests(db);
}

/**
 * Sends a connection request in the caller's transaction. It does not use the budget, because invitations have their
 * own limits. Does nothing if the two are connected, or one of them has requested another relationship.
 * @returns the change, and the connection between the two, if any
 */
export async function sendRequest(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  callerId: string,
  { userB, relationship }: ConnectionRequest,
) {
  await lockPair(tx, callerId, userB);
  const changed = await insertOrAccept(tx, newId(), callerId, userB, relationship);
  const row = await findBetween(tx, callerId, userB);
  if (changed && row) await (row.status === 'pending' ? notifyOfRequest : notifyOfAcceptance)(deps, tx, row, callerId);
  return { changed, row };
}

/**
 * Connects an inviter with the person who registered with their invitation, in the caller's transaction, and notifies only
 * the inviter. Does nothing if the two are connected, or one of them has requested another relationship.
 */
export async function connectByInvitation(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  { inviterId, personId, relationship }: { inviterId: string; personId: string; relationship: Relationship },
): Promise<void> {
  await lockPair(tx, inviterId, personId);
  await insertOrAccept(tx, newId(), inviterId, personId, relationship);
  const changed = await insertOrAccept(tx, newId(), personId, inviterId, relationship);
  const row = await findBetween(tx, inviterId, personId);
  if (changed && row) await notifyOfAcceptance(deps, tx, row, personId, 'invited');
}

/**
 * Accepts a request. Only its recipient can (CONN-02). Accepting twice is not an error.
 * @throws DomainError connection.missing, connection.not_recipient
 */
export async function confirmConnection(
  deps: Pick<Deps, 'db' | 'jobs'>,
  callerId: string,
  connectionId: string,
): Promise<Connection> {
  return deps.db.transaction().execute(async (tx) => {
    const accepted = await accept(tx, callerId, connectionId);
    const row = await findOwn(tx, callerId, connectionId);
    // Not accepted: the requester may be deleting their account, and could cancel that.
    if (!row) throw new DomainError('connection.missing');
    if (row.addressee_id !== callerId) throw new DomainError('connection.not_recipient');
    if (accepted) await notifyOfAcceptance(deps, tx, row, callerId);
    return presentConnection(row);
  });
}

/**
 * Sets the relationship that the caller wants (docs/decisions/0011-changing-a-relationship.md).
 * - Own pending request: replaced by a new one, so that the recipient cannot accept another relationship than they saw.
 * - Connection: requests a change, or accepts the other person's change. Choosing the current relationship withdraws
 * the caller's change, or declines the other's. A change to friends cannot be declined, only the connection removed.
 * @throws DomainError connection.missing; connection.other_relationship for a request that the caller should answer;
 *   connection.too_many
 */
export async function setRelationship(
  deps: Pick<Deps, 'db' | 'jobs'>,
  callerId: string,
  connectionId: string,
  relationship: Relationship,
): Promise<Connection> {
  return deps.db.transaction().execute(async (tx) => {
    const found = await findOwn(tx, callerId, connectionId);
    if (!found) throw new DomainError('connection.missing');
    await lockPair(tx, callerId, found.id);
    await lockConnection(tx, connectionId);
    const row = await findOwn(tx, callerId, connectionId);
    if (!row) throw new DomainError('connection.missing');
    const changed =
      row.status === 'pending'
        ? await replaceRequest(deps, tx, row, callerId, relationship)
        : await changeConnection(deps, tx, row, callerId, relationship);
    return presentConnection(changed);
  });
}

async function replaceRequest(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  row: ConnectionRow,
  callerId: string,
  relationship: Relationship,
): Promise<ConnectionRow> {
  if (row.requester_id !== callerId) throw new DomainError('connection.other_relationship');
  if (row.relationship === relationship) return row;
  await deleteOwn(tx, callerId, row.connection_id);
  await insertOrAccept(tx, newId(), callerId, row.addressee_id, relationship);
  await spendRequest(tx, callerId);
  const request = await findBetween(tx, callerId, row.addressee_id);
  if (!request) throw new DomainError('connection.missing');
  await notifyOfRequest(deps, tx, request, callerId);
  return request;
}

async function changeConnection(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  row: ConnectionRow,
  callerId: string,
  relationship: Relationship,
): Promise<ConnectionRow> {
  const { connection_id: connectionId, id: otherId, asked_by: askedBy } = row;
  const isChange = relationship !== row.relationship;
  const isAskedByOther = askedBy === otherId;
  const settle = async (columns: { relationship?: Relationship }) => {
    await updateRelationship(tx, connectionId, { ...columns, asked_relationship: null, asked_by: null });
    await removeNotification(tx, isAskedByOther ? callerId : otherId, connectionId);
    return { ...row, ...columns, asked_relationship: null, asked_by: null };
  };
  if (isChange && isAskedByOther) {
    const agreed = await settle({ relationship });
    await notifyOfAcceptance(deps, tx, agreed, callerId);
    return agreed;
  }
  if (isChange) {
    if (askedBy === callerId) return row;
    await updateRelationship(tx, connectionId, { asked_relationship: relationship, asked_by: callerId });
    const asked = { ...row, asked_relationship: relationship, asked_by: callerId };
    await notifyOfRequest(deps, tx, asked, callerId);
    return asked;
  }
  if (askedBy === callerId || (isAskedByOther && row.asked_relationship === 'family')) return settle({});
  return row;
}

/** Notifies the other person, in the app and by mail, that the caller requests a connection or a change of it. */
async function notifyOfRequest(deps: Pick<Deps, 'jobs'>, tx: Tx, row: ConnectionRow, callerId: string): Promise<void> {
  await notifyOther(deps, tx, row, callerId, 'request');
}

/** Notifies the other person that the caller has accepted, and removes the caller's notification of the request. */
async function notifyOfAcceptance(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  row: ConnectionRow,
  callerId: string,
  news: ConnectionNews = 'accepted',
): Promise<void> {
  await removeNotification(tx, callerId, row.connection_id);
  await notifyOther(deps, tx, row, callerId, news);
}

async function notifyOther(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  row: ConnectionRow,
  callerId: string,
  news: ConnectionNews,
): Promise<void> {
  const kind = news === 'request' ? 'connection-request' : 'connection-accepted';
  const { connection_id: connectionId } = row;
  const recipientId = row.requester_id === callerId ? row.addressee_id : row.requester_id;
  // An existing one of the same kind belongs to an earlier request.
  await removeNotification(tx, recipientId, connectionId);
  await notify(deps, tx, { kind, userId: recipientId, actorId: callerId, connectionId });
  await enqueueMail(deps, tx, { kind: 'connection', connectionId, recipientId, news });
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
 * Deletes the connection or request between two people, all their shares, and the notifications about these. The caller
 * must hold the lock of the pair.
 */
export async function disconnect(tx: Tx, oneId: string, otherId: string): Promise<void> {
  const [user_lo = '', user_hi = ''] = [oneId, otherId].sort();
  // Same order as in removeConnection().
  await deleteBetween(tx, { user_lo, user_hi });
  await deleteSharesBetween(tx, { user_lo, user_hi });
}

/**
 * Which of `ids` are connected with the person. In a transaction the connections are locked until it ends, so that no
 * share can outlive its connection.
 */
export async function areConnected(db: Db, userId: string, ids: readonly string[]): Promise<Set<string>> {
  const pairs = await lockAccepted(db, userId, ids);
  return new Set(pairs.map(({ user_lo, user_hi }) => (user_lo === userId ? user_hi : user_lo)));
}
