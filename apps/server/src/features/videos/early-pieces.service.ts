import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { findEarlySplit, insertEarlySplit } from './early-pieces.queries.ts';
import type { Span } from './pieces.queries.ts';

export { findEarlyPiece, findEarlySplit, moveEarlySplit } from './early-pieces.queries.ts';

/** Whether an unfinished upload may be encoded early. False if that was found to be impossible. */
export async function mayBeEncodedEarly(db: Db, uploadId: string): Promise<boolean> {
  return !(await findEarlySplit(db, uploadId))?.abandoned_at;
}

/**
 * Starts early encoding of an unfinished upload in chunks, which its video uses when it is published.
 * @param planned null if early encoding is impossible, which is stored
 */
export async function beginEarlySplit(
  db: Db,
  uploadId: string,
  planned: { plan: string; spans: readonly Span[] } | null,
): Promise<{ id: string; plan: string } | null> {
  const id = newId();
  const begun = await db.transaction().execute((tx) => insertEarlySplit(tx, uploadId, { id, ...planned }));
  return begun && planned ? { id, plan: planned.plan } : null;
}
