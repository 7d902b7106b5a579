import { MAX_OPENING_YEARS } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { accessesOf } from '../visibility/audience.policy.ts';
import { ownedBy } from '../visibility/visibility.policy.ts';

/** @param opensAt null to open it now @returns undefined if the time is in the past or too late */
export function setOpening(db: Db, videoId: string, ownerId: string, opensAt: Date | null) {
  return db
    .updateTable('videos as v')
    .set({ opens_at: opensAt })
    .where('v.id', '=', videoId)
    .where(ownedBy(ownerId))
    .$if(opensAt !== null, (query) =>
      query.where(
        sql<boolean>`${opensAt}::timestamptz > now()
          and ${opensAt}::timestamptz <= now() + make_interval(years => ${sql.lit(MAX_OPENING_YEARS)})`,
      ),
    )
    .returning('v.opens_at')
    .executeTakeFirst();
}

/** Condition on `videos`: ready, its time has passed, and its viewers have not been notified. */
const isDue = sql<boolean>`(opens_at <= now() and status = 'ready')`;

/** Ready videos whose time has passed and whose viewers have not been notified, earliest first. */
export async function listOpened(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('videos').select('id').where(isDue).orderBy('opens_at').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/**
 * Marks a video of listOpened as announced.
 * @returns its owner; undefined if another worker has done it, or the video was scheduled again
 */
export async function markAnnounced(tx: Tx, videoId: string) {
  const due = await tx
    .selectFrom('videos')
    .select(['owner_id', 'opens_at'])
    .where('id', '=', videoId)
    .where(isDue)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (due) await tx.updateTable('videos').set({ opens_at: null }).where('id', '=', videoId).execute();
  return due;
}

/** All named viewers whom an access rule lets in (permission, share or link), and whether they have a share. */
export async function listViewers(db: Db, videoId: string, ownerId: string) {
  const { rows } = await sql<{ viewer_id: string; is_shared: boolean }>`
    select access.viewer_id, bool_or(access.reason = 'share') as is_shared
    from videos v cross join lateral ${accessesOf(sql`${ownerId}::uuid`)} access
    where v.id = ${videoId}
    group by access.viewer_id
    order by access.viewer_id`.execute(db);
  return rows;
}
