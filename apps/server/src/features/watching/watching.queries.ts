import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { visibleTo } from '../visibility/visibility.policy.ts';

/** A viewer's position in a video; the presenter's input. */
export type PositionRow = NonNullable<Awaited<ReturnType<typeof findPosition>>>;

/** The viewer's position in a video that they may see. @returns undefined if it is not visible */
export function findPosition(db: Db, videoId: string, viewerId: string) {
  return db
    .selectFrom('videos as v')
    .leftJoin('watch_positions as w', (join) => join.onRef('w.video_id', '=', 'v.id').on('w.user_id', '=', viewerId))
    .select(['v.duration_ms', 'w.seconds', 'w.finished', 'w.watched_at'])
    .where('v.id', '=', videoId)
    .where(visibleTo(viewerId))
    .executeTakeFirst();
}

/** Shifts all positions in a video; positions that are then outside it are reset. Seconds. */
export async function shiftPositions(tx: Tx, videoId: string, by: number, length: number): Promise<void> {
  const moved = sql<number>`seconds + ${by}::double precision`;
  await tx
    .updateTable('watch_positions')
    .set({
      seconds: sql<number>`case when ${moved} between 0 and ${length}::double precision then ${moved} else 0 end`,
    })
    .where('video_id', '=', videoId)
    .where('finished', '=', false)
    .execute();
}

/** Does nothing if the viewer may not see the video, or it was prepared again. */
export async function upsertPosition(
  db: Db,
  { videoId, preparation }: { videoId: string; preparation: number },
  viewerId: string,
  { seconds, finished }: { seconds: number; finished: boolean },
): Promise<void> {
  await db
    .insertInto('watch_positions')
    .columns(['user_id', 'video_id', 'seconds', 'finished'])
    .expression(
      db
        .selectFrom('videos as v')
        .select([
          sql<string>`${viewerId}::uuid`.as('user_id'),
          'v.id',
          sql<number>`${seconds}::double precision`.as('seconds'),
          sql<boolean>`${finished}::boolean`.as('finished'),
        ])
        .where('v.id', '=', videoId)
        .where('v.preparation', '=', preparation)
        .where(visibleTo(viewerId))
        // A concurrent deletion or trim waits; if it came first, nothing is saved.
        .forShare(['v']),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'video_id']).doUpdateSet({ seconds, finished, watched_at: sql`now()` }),
    )
    .execute();
}
