import type { BlockedPerson, PageQuery } from '@kinreel/contracts';
import type { Kysely } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/tables.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { decodeTimeCursor, type Page, toPage } from '../../platform/http/paging.ts';
import { disconnect } from '../connections/connections.service.ts';
import { readProfile } from '../profile/profile.service.ts';
import { endQuestionsBetween } from '../questions/questions.service.ts';
import { removeVisitsBetween } from '../short-links/short-links.service.ts';
import { lockPair } from '../visibility/blocking.policy.ts';
import { presentBlocked } from './blocking.presenter.ts';
import { deleteBlock, hasBlocked, insertBlock, listBlocked } from './blocking.queries.ts';

/**
 * Blocks a person. Neither is visible to the other any more; their connection, request, open
 * questions, shares, redeemed links and the
 * notifications about these are deleted in the same transaction. Nobody is notified. Idempotent.
 * @throws DomainError block.self; person.missing, also if the other person has blocked the caller
 */
export async function blockPerson(db: Kysely<Database>, callerId: string, personId: string): Promise<void> {
  if (personId === callerId) throw new DomainError('block.self');
  await db.transaction().execute(async (tx) => {
    await lockPair(tx, callerId, personId);
    if (await hasBlocked(tx, callerId, personId)) return;
    await readProfile(tx, personId, callerId);
    await insertBlock(tx, callerId, personId);
    await endQuestionsBetween(tx, callerId, personId);
    await disconnect(tx, callerId, personId);
    await removeVisitsBetween(tx, callerId, personId);
  });
}

/** Removes a block of the caller, if there is one. What blocking deleted is not restored. */
export function unblockPerson(db: Db, callerId: string, personId: string): Promise<void> {
  return deleteBlock(db, callerId, personId);
}

/** A page of the people whom the caller has blocked, newest first. */
export async function listBlockedPeople(db: Db, callerId: string, query: PageQuery): Promise<Page<BlockedPerson>> {
  const rows = await listBlocked(db, callerId, decodeTimeCursor(query.cursor), query.limit + 1);
  const page = toPage(rows, query.limit, (row) => [row.cursor_at, row.id]);
  return { rows: page.rows.map(presentBlocked), next: page.next };
}
