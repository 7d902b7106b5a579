import { MAX_LISTED_WATCHERS } from '@kinreel/contracts';
import { type NotNull, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { PERSON_COLUMNS } from '../profile/profile.table.ts';
import { visibleTo } from '../visibility/visibility.policy.ts';
import { isShownToOwner, isWatched } from './watching.policy.ts';

/** A viewer's position in a video; the presenter's input. */
export type PositionRow = NonNullable<Awaited<ReturnType<typeof findPosition>>>;

/** A person who has watched a video; the presenter's input. */
export type WatcherRow = Awaited<ReturnType<typeof listWatchers>>[number];

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
    .columns(['user_id', 'video_id', 'seconds', 'finished', 'first_watched_at'])
    .expression(
      db
        .selectFrom('videos as v')
        .select([
          sql<string>`${viewerId}::uuid`.as('user_id'),
          'v.id',
          sql<number>`${seconds}::double precision`.as('seconds'),
          sql<boolean>`${finished}::boolean`.as('finished'),
          sql<Date | null>`${isWatched({ seconds, finished }) ? sql`now()` : null}::timestamptz`.as('first_watched_at'),
        ])
        .where('v.id', '=', videoId)
        .where('v.preparation', '=', preparation)
        .where(visibleTo(viewerId))
        // A concurrent deletion or trim waits; if it came first, nothing is saved.
        .forShare(['v']),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'video_id']).doUpdateSet({
        seconds,
        finished,
        watched_at: sql`now()`,
        first_watched_at: sql`coalesce(watch_positions.first_watched_at, excluded.first_watched_at)`,
      }),
    )
    .execute();
}

/** Who has watched the video and is shown to its owner, the latest first. Does not check who asks. */
export function listWatchers(db: Db, videoId: string) {
  return db
    .selectFrom('watch_positions as w')
    .innerJoin('videos as v', 'v.id', 'w.video_id')
    .innerJoin('users', 'users.id', 'w.user_id')
    .select(PERSON_COLUMNS)
    .select('w.first_watched_at')
    .$narrowType<{ first_watched_at: NotNull }>()
    .where('w.video_id', '=', videoId)
    .where(isShownToOwner)
    .orderBy('w.first_watched_at', 'desc')
    .orderBy('w.user_id', 'desc')
    .limit(MAX_LISTED_WATCHERS)
    .execute();
}

/** Whether owners see that the person has watched their videos. */
export async function findSetting(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('shows_watching')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return row.shows_watching;
}

export async function updateSetting(db: Db, personId: string, shown: boolean): Promise<void> {
  await db.updateTable('users').set({ shows_watching: shown }).where('id', '=', personId).execute();
}
