import type { ConnectionList, Relationship } from '@kinreel/contracts';
import { type AliasableExpression, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { ConnectionsTable } from '../../platform/db/tables.ts';
import { cursorTimestamp } from '../../platform/paging.ts';
import { PERSON_COLUMNS, type PersonRow } from '../profile/profile.table.ts';

/** A connection as one of its two people sees it: the person's columns are the other's. */
export type ConnectionRow = PersonRow &
  Pick<Selectable<ConnectionsTable>, 'requester_id' | 'addressee_id' | 'relationship' | 'status'> & {
    connection_id: string;
    created_at: Date;
    /** The same moment to the microsecond, for the cursor. */
    at: string;
  };

/** The two people of a row, in its order. */
export interface Pair {
  user_lo: string;
  user_hi: string;
}

/** A row of half(): a connection with the id of the other person. */
type HalfRow = Omit<ConnectionRow, keyof PersonRow | 'at'> & { other_id: string };

/** One half of a person's connections: those whose row has the person as its lower, or its higher, id. */
function half(db: Db, userId: string, side: 'user_lo' | 'user_hi') {
  const other = side === 'user_lo' ? 'user_hi' : 'user_lo';
  return db
    .selectFrom('connections')
    .where(side, '=', userId)
    .select([
      'connections.id as connection_id',
      `connections.${other} as other_id`,
      'requester_id',
      'addressee_id',
      'relationship',
      'status',
      'connections.created_at',
    ]);
}

/** Rows with the other person's columns. */
function withOther(db: Db, rows: AliasableExpression<HalfRow>) {
  return db
    .selectFrom(rows.as('c'))
    .innerJoin('users', 'users.id', 'c.other_id')
    .select(PERSON_COLUMNS)
    .select(['c.connection_id', 'c.requester_id', 'c.addressee_id', 'c.relationship', 'c.status', 'c.created_at'])
    .select(cursorTimestamp('c.created_at').as('at'));
}

/**
 * A person's connections, newest first.
 * @param list all: what stands, and what this person has asked for; friends, family: what stands of one kind;
 *   requests: what waits for this person; undefined: everything
 */
export function listConnections(
  db: Db,
  userId: string,
  list: ConnectionList | undefined,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<ConnectionRow[]> {
  const page = (side: 'user_lo' | 'user_hi') =>
    half(db, userId, side)
      .where(onList(userId, list))
      .$if(after !== null, (query) =>
        query.where(
          sql<SqlBool>`(connections.created_at, connections.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`,
        ),
      )
      .orderBy('connections.created_at', 'desc')
      .orderBy('connections.id', 'desc')
      .limit(limit);
  // Each half is read in the order of its own index and cut before the two are merged.
  const rows = db
    .selectFrom(page('user_lo').as('lo'))
    .selectAll()
    .unionAll(db.selectFrom(page('user_hi').as('hi')).selectAll());
  return withOther(db, rows).orderBy('c.created_at', 'desc').orderBy('c.connection_id', 'desc').limit(limit).execute();
}

function onList(userId: string, list: ConnectionList | undefined) {
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

/** The one connection between two people. */
export function findBetween(db: Db, userId: string, otherId: string): Promise<ConnectionRow | undefined> {
  const rows = half(db, userId, 'user_lo')
    .where('user_hi', '=', otherId)
    .unionAll(half(db, userId, 'user_hi').where('user_lo', '=', otherId));
  return withOther(db, rows).executeTakeFirst();
}

/** A connection by its id, if the person is one of its two. */
export function findOwn(db: Db, userId: string, connectionId: string): Promise<ConnectionRow | undefined> {
  const rows = half(db, userId, 'user_lo')
    .where('id', '=', connectionId)
    .unionAll(half(db, userId, 'user_hi').where('id', '=', connectionId));
  return withOther(db, rows).executeTakeFirst();
}

/**
 * Ask for a connection, or accept the same one that the other has asked for: one statement, so that of many at once
 * one row is left. @returns the row's status, undefined if neither was possible or there is no such person
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

/** Accept what waits for this person. @returns whether it did */
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

/** Delete a connection or request that the person is part of. */
export function deleteOwn(db: Db, userId: string, connectionId: string): Promise<Pair | undefined> {
  return db
    .deleteFrom('connections')
    .where('id', '=', connectionId)
    .where((eb) => eb.or([eb('user_lo', '=', userId), eb('user_hi', '=', userId)]))
    .returning(['user_lo', 'user_hi'])
    .executeTakeFirst();
}

/** Delete what either of two people has shared with the other. */
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

/** Pairs of the person with those of `ids` whose connection stands; the rows are held until the transaction's end. */
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
