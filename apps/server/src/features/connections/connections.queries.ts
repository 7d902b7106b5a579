import { type ConnectionList, MAX_SHARED_NAMES, type Relationship } from '@kinreel/contracts';
import { type AliasableExpression, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ConnectionsTable } from '../../platform/db/tables.ts';
import { cursorTimestamp } from '../../platform/http/paging.ts';
import { PERSON_COLUMNS, type PersonRow } from '../profile/profile.table.ts';
import { isLeaving, isReachable } from '../visibility/blocking.policy.ts';

/** A connection for one of its two people; the person columns are those of the other. */
export type ConnectionRow = PersonRow &
  Pick<
    Selectable<ConnectionsTable>,
    'requester_id' | 'addressee_id' | 'relationship' | 'status' | 'asked_relationship' | 'asked_by'
  > & {
    connection_id: string;
    created_at: Date;
    /** `created_at` with microseconds, for the cursor. */
    at: string;
  };

/** The two people of a connection, sorted by id. */
export interface Pair {
  user_lo: string;
  user_hi: string;
}

/** A row of connectionsOnSide(): a connection with the id of the other person. */
type SideRow = Omit<ConnectionRow, keyof PersonRow | 'at'> & { other_id: string };

/** The person's connections in which their id is the lower (user_lo) or the higher (user_hi). */
function connectionsOnSide(db: Db, userId: string, side: 'user_lo' | 'user_hi') {
  const other = side === 'user_lo' ? 'user_hi' : 'user_lo';
  return db
    .selectFrom('connections')
    .where(side, '=', userId)
    .where(sql<SqlBool>`not ${isLeaving(sql.ref(`connections.${other}`))}`)
    .select([
      'connections.id as connection_id',
      `connections.${other} as other_id`,
      'requester_id',
      'addressee_id',
      'relationship',
      'status',
      'asked_relationship',
      'asked_by',
      'connections.created_at',
    ]);
}

/** Adds the columns of the other person. */
function withOtherPerson(db: Db, rows: AliasableExpression<SideRow>) {
  return db
    .selectFrom(rows.as('c'))
    .innerJoin('users', 'users.id', 'c.other_id')
    .select(PERSON_COLUMNS)
    .select([
      'c.connection_id',
      'c.requester_id',
      'c.addressee_id',
      'c.relationship',
      'c.status',
      'c.asked_relationship',
      'c.asked_by',
      'c.created_at',
    ])
    .select(cursorTimestamp('c.created_at').as('at'));
}

/**
 * A page of a person's connections, newest first.
 * @param list all: accepted connections and the person's own requests; friends, family: accepted ones of one kind;
 *   requests: pending requests to the person; undefined: everything
 */
export function listConnections(
  db: Db,
  userId: string,
  list: ConnectionList | undefined,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<ConnectionRow[]> {
  const page = (side: 'user_lo' | 'user_hi') =>
    connectionsOnSide(db, userId, side)
      .where(isOnList(userId, list))
      .$if(after !== null, (query) =>
        query.where(
          sql<SqlBool>`(connections.created_at, connections.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`,
        ),
      )
      .orderBy('connections.created_at', 'desc')
      .orderBy('connections.id', 'desc')
      .limit(limit);
  // Each side is read in index order and limited before both are merged.
  const rows = db
    .selectFrom(page('user_lo').as('lo'))
    .selectAll()
    .unionAll(db.selectFrom(page('user_hi').as('hi')).selectAll());
  return withOtherPerson(db, rows)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.connection_id', 'desc')
    .limit(limit)
    .execute();
}

function isOnList(userId: string, list: ConnectionList | undefined) {
  switch (list) {
    case undefined:
      return sql<SqlBool>`true`;
    case 'all':
      return sql<SqlBool>`(status = 'accepted' or requester_id = ${userId}::uuid)`;
    case 'friends':
      return sql<SqlBool>`(status = 'accepted' and relationship = 'friend')`;
    case 'family':
      return sql<SqlBool>`(status = 'accepted' and relationship = 'family')`;
    case 'requests':
      return sql<SqlBool>`(status = 'pending' and addressee_id = ${userId}::uuid)`;
  }
}

/** The connection between two people. */
export function findBetween(db: Db, userId: string, otherId: string): Promise<ConnectionRow | undefined> {
  const rows = connectionsOnSide(db, userId, 'user_lo')
    .where('user_hi', '=', otherId)
    .unionAll(connectionsOnSide(db, userId, 'user_hi').where('user_lo', '=', otherId));
  return withOtherPerson(db, rows).executeTakeFirst();
}

/** A connection by its id, if the person is part of it. */
export function findOwn(db: Db, userId: string, connectionId: string): Promise<ConnectionRow | undefined> {
  const rows = connectionsOnSide(db, userId, 'user_lo')
    .where('id', '=', connectionId)
    .unionAll(connectionsOnSide(db, userId, 'user_hi').where('id', '=', connectionId));
  return withOtherPerson(db, rows).executeTakeFirst();
}

/**
 * Inserts a request, or accepts a matching request of the other person, in a single statement, so that concurrent calls
 * create one row.
 * @returns id and status; undefined if neither was possible, or the requester cannot see the person
 */
export function insertOrAccept(
  db: Db,
  id: string,
  requesterId: string,
  otherId: string,
  relationship: Relationship,
): Promise<{ id: string; status: 'pending' | 'accepted' } | undefined> {
  return db
    .insertInto('connections')
    .columns(['id', 'user_lo', 'user_hi', 'requester_id', 'relationship', 'status'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .where('users.id', '=', otherId)
        .where(isReachable('users.id', requesterId))
        .select([
          sql<string>`${id}::uuid`.as('id'),
          sql<string>`least(users.id, ${requesterId}::uuid)`.as('user_lo'),
          sql<string>`greatest(users.id, ${requesterId}::uuid)`.as('user_hi'),
          sql<string>`${requesterId}::uuid`.as('requester_id'),
          sql<Relationship>`${relationship}::text`.as('relationship'),
          sql<'pending'>`'pending'`.as('status'),
        ]),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_lo', 'user_hi'])
        .doUpdateSet({ status: 'accepted', accepted_at: sql`now()` })
        .where('connections.status', '=', 'pending')
        .whereRef('connections.requester_id', '<>', 'excluded.requester_id')
        .whereRef('connections.relationship', '=', 'excluded.relationship'),
    )
    .returning(['connections.id', 'connections.status'])
    .executeTakeFirst();
}

/**
 * Requests of the sender in the last 24 hours: their number, and the seconds until the budget `most` allows another
 * one.
 */
export async function countRequests(tx: Tx, senderId: string, most: number): Promise<{ sent: number; wait: number }> {
  const { rows } = await sql<{ sent: number; wait: number | null }>`
    select count(*)::int as sent,
      ceil(extract(epoch from min(sent_at) + interval '1 day' - now()))::int as wait
    from (
      select sent_at from sent_requests
      where sender_id = ${senderId} and sent_at > now() - interval '1 day'
      order by sent_at desc limit ${sql.lit(most)}
    ) latest`.execute(tx);
  return { sent: rows[0]?.sent ?? 0, wait: rows[0]?.wait ?? 0 };
}

export async function insertSentRequest(tx: Tx, id: string, senderId: string): Promise<void> {
  await tx.insertInto('sent_requests').values({ id, sender_id: senderId }).execute();
}

/** Deletes rows that the budget no longer counts. */
export async function deleteSentRequests(db: Db): Promise<void> {
  await db.deleteFrom('sent_requests').where('sent_at', '<', sql<Date>`now() - interval '1 day'`).execute();
}

/** Accepts a pending request to this person. @returns whether there was one */
export async function accept(db: Db, userId: string, connectionId: string): Promise<boolean> {
  const result = await db
    .updateTable('connections')
    .set({ status: 'accepted', accepted_at: sql`now()` })
    .where('id', '=', connectionId)
    .where('addressee_id', '=', userId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Deletes a connection or request that the person is part of. */
export function deleteOwn(db: Db, userId: string, connectionId: string): Promise<Pair | undefined> {
  return db
    .deleteFrom('connections')
    .where('id', '=', connectionId)
    .where((eb) => eb.or([eb('user_lo', '=', userId), eb('user_hi', '=', userId)]))
    .returning(['user_lo', 'user_hi'])
    .executeTakeFirst();
}

/** Deletes the connection or request between two people, if any. */
export async function deleteBetween(db: Db, { user_lo, user_hi }: Pair): Promise<void> {
  await db.deleteFrom('connections').where('user_lo', '=', user_lo).where('user_hi', '=', user_hi).execute();
}

/** Deletes all shares between two people, in both directions. */
export async function deleteSharesBetween(db: Db, { user_lo, user_hi }: Pair): Promise<void> {
  await db
    .deleteFrom('shares')
    .where((eb) =>
      eb.or([
        eb.and([eb('recipient_id', '=', user_lo), eb('owner_id', '=', user_hi)]),
        eb.and([eb('recipient_id', '=', user_hi), eb('owner_id', '=', user_lo)]),
      ]),
    )
    .execute();
}

/** The person's accepted connections with any of `ids`. Locks the rows until the end of the transaction. */
export function lockAccepted(db: Db, userId: string, ids: readonly string[]): Promise<Pair[]> {
  return db
    .selectFrom('connections')
    .select(['user_lo', 'user_hi'])
    .where('status', '=', 'accepted')
    .where((eb) =>
      eb.or([
        eb.and([eb('user_lo', '=', userId), eb('user_hi', '=', sql<string>`any(${ids}::uuid[])`)]),
        eb.and([eb('user_hi', '=', userId), eb('user_lo', '=', sql<string>`any(${ids}::uuid[])`)]),
      ]),
    )
    .forKeyShare()
    .execute();
}

/** Locks a connection or request until the end of the transaction. */
export async function lockConnection(tx: Tx, connectionId: string): Promise<void> {
  await tx.selectFrom('connections').select('id').where('id', '=', connectionId).forUpdate().execute();
}

/** Columns that a change of the relationship sets. */
export type RelationshipColumns = Partial<
  Pick<Selectable<ConnectionsTable>, 'relationship' | 'asked_relationship' | 'asked_by'>
>;

export async function updateRelationship(db: Db, connectionId: string, columns: RelationshipColumns): Promise<void> {
  await db.updateTable('connections').set(columns).where('id', '=', connectionId).execute();
}

/**
 * Mutual connections of the person with each of `otherIds`: their number, and the first names of the first ones in
 * alphabetical order.
 */
export async function listSharedConnections(db: Db, userId: string, otherIds: readonly string[]) {
  const { rows } = await sql<{ other_id: string; count: number; names: string[] }>`
    with mine as (
      select case when user_lo = ${userId} then user_hi else user_lo end as id
      from connections
      where status = 'accepted' and (user_lo = ${userId} or user_hi = ${userId})
    )
    select other.id as other_id, count(*) as count,
      (array_agg(u.first_name order by u.first_key, u.last_key, u.id))[1:${sql.lit(MAX_SHARED_NAMES)}] as names
    from unnest(${otherIds}::uuid[]) as other (id)
    join mine on true
    join connections c on c.user_lo = least(other.id, mine.id) and c.user_hi = greatest(other.id, mine.id)
      and c.status = 'accepted'
    join users u on u.id = mine.id
    where not ${isLeaving(sql.ref('mine.id'))}
    group by other.id`.execute(db);
  return new Map(rows.map(({ other_id, count, names }) => [other_id, { count, names }]));
}

/** The data for the mail about a connection: columns of the recipient and of the other person. */
export function findConnectionMail(db: Db, connectionId: string, recipientId: string) {
  return db
    .selectFrom('connections')
    .innerJoin('users as recipient', (join) =>
      join
        .on('recipient.id', '=', recipientId)
        .on((eb) => eb.or([eb('recipient.id', '=', eb.ref('user_lo')), eb('recipient.id', '=', eb.ref('user_hi'))])),
    )
    .innerJoin('users as other', (join) =>
      join
        .on((eb) => eb.or([eb('other.id', '=', eb.ref('user_lo')), eb('other.id', '=', eb.ref('user_hi'))]))
        .onRef('other.id', '<>', 'recipient.id'),
    )
    .select([
      'status',
      'relationship',
      'addressee_id',
      'asked_relationship',
      'asked_by',
      'recipient.first_name as recipient_first_name',
      'other.id as other_id',
      'other.first_name',
      'other.last_name',
      'other.city',
      'other.state',
      'other.country',
    ])
    .where('connections.id', '=', connectionId)
    .executeTakeFirst();
}
