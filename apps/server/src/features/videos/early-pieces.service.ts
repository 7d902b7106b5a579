import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { findEarlySplit, insertEarlySplit } from './early-pieces.queries.ts';
import type { Span } from './pieces.queries.ts';

export { findEarlyPiece, findEarlySplit, moveEarlySplit } from './early-pieces.queries.ts';

/** Whether something of an upload may be encoded before all of it has arrived. False if it was found out that nothing can. */
export async function mayBeEncodedEarly(db: Db, uploadId: string): Promise<boolean> {
  return !(await findEarlySplit(db, uploadId))?.abandoned_at;
}

/**
 * Begins to encode a film that is being sent, in pieces. They become those of its video when it is published.
 * @param film null if it is not encoded so, which is remembered
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
