import type { Tx } from '../../platform/db/database.ts';

/** A video whose trim will change, locked until the transaction ends. */
export function lockTrim(tx: Tx, videoId: string) {
  return tx
    .selectFrom('videos')
    .select(['status', 'duration_ms', 'trim_start_ms', 'trim_end_ms', 'whole_ms'])
    .where('id', '=', videoId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
