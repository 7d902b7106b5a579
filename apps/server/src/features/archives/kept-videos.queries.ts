import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { cuesWithin } from '../captions/trimmed-cues.policy.ts';
import { trimOf } from '../videos/trim.policy.ts';
import { isLookingAfter, keptBy, ownedBy, stewardedBy } from '../visibility/visibility.policy.ts';
import { listFiles, listVideos } from './person-data.queries.ts';

/** What a steward may keep: the owner's name and videos, nothing else. */
export type KeptVideos = NonNullable<Awaited<ReturnType<typeof readKeptVideos>>>;

/** A consistent snapshot if `db` is a repeatable-read transaction. @returns null if the stewardship has ended */
export async function readKeptVideos(db: Db, stewardRowId: string) {
  const stewardship = await db
    .selectFrom('stewards as st')
    .innerJoin('users as owner', 'owner.id', 'st.owner_id')
    .innerJoin('users as steward', 'steward.id', 'st.steward_id')
    .select(['st.owner_id', 'st.steward_id', 'owner.first_name', 'owner.last_name'])
    .select(['steward.first_name as steward_first_name', 'steward.last_name as steward_last_name'])
    .where('st.id', '=', stewardRowId)
    .where(isLookingAfter)
    .executeTakeFirst();
  if (!stewardship) return null;
  const { owner_id: ownerId, steward_id: stewardId } = stewardship;
  const which = sql<boolean>`(${ownedBy(ownerId)} and ${stewardedBy(stewardId)})`;
  const videos = await listVideos(db, which);
  return {
    stewardship,
    // Only the owner sees a draft.
    videos: videos.map((video) => ({
      ...video,
      trim_start_ms: null,
      trim_end_ms: null,
      cues: video.captions_source === 'person' ? cuesWithin(video.cues ?? [], trimOf(video)) : null,
    })),
    // The original contains what its owner has trimmed away.
    files: await listFiles(db, sql<boolean>`(${which} and (f.kind <> 'original' or ${keptBy(stewardId)}))`),
  };
}
