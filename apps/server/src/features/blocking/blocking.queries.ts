import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { cursorTimestamp } from '../../platform/http/paging.ts';

export async function hasBlocked(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const row = await db
    .selectFrom('blocks')
    .select('blocker_id')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertBlock(tx: Tx, blockerId: string, blockedId: string): Promise<void> {
  await tx.insertInto('blocks').values({ blocker_id: blockerId, blocked_id: blockedId }).execute();
}

export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<void> {
  await db.deleteFrom('blocks').where('blocker_id', '=', blockerId).where('blocked_id', '=', blockedId).execute();
}

/** A page of the people whom a person has blocked, newest first. */
export function listBlocked(db: Db, blockerId: string, after: { at: string; id: string } | null, limit: number) {
  return db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.blocked_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'blocks.created_at'])
    .select(cursorTimestamp('blocks.created_at').as('cursor_at'))
    .where('blocks.blocker_id', '=', blockerId)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(blocks.created_at, blocks.blocked_id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('blocks.created_at', 'desc')
    .orderBy('blocks.blocked_id', 'desc')
    .limit(limit)
    .execute();
}
