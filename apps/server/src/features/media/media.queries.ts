import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { VideoFileKind } from '../../platform/db/tables.ts';
import { ownedBy, visibleTo } from '../visibility/visibility.policy.ts';

/** A file of a video, if the viewer may see the video. */
export function findVisibleFile(db: Db, videoId: string, kind: VideoFileKind, viewerId: string) {
  return db
    .selectFrom('videos as v')
    .innerJoin('video_files as f', (join) => join.onRef('f.video_id', '=', 'v.id').on('f.kind', '=', kind))
    .select(['f.key', 'f.size', 'f.content_type', 'f.sha256', 'f.name'])
    .where('v.id', '=', videoId)
    .where(kind === 'original' ? ownedBy(viewerId) : visibleTo(viewerId))
    .executeTakeFirst();
}

/** The renditions of a video, if the viewer may see it. */
export function findVisibleRenditions(db: Db, videoId: string, viewerId: string) {
  return db
    .selectFrom('videos as v')
    .innerJoin('renditions as r', 'r.video_id', 'v.id')
    .select(['r.name', 'r.width', 'r.height', 'r.bandwidth', 'r.average_bandwidth', 'r.codecs', 'r.sha256'])
    .where('v.id', '=', videoId)
    .where(visibleTo(viewerId))
    .execute();
}

/** One rendition of a video, if the viewer may see it. */
export function findVisibleRendition(db: Db, videoId: string, name: string, viewerId: string) {
  return db
    .selectFrom('videos as v')
    .innerJoin('renditions as r', (join) => join.onRef('r.video_id', '=', 'v.id').on('r.name', '=', name))
    .select(['r.key', 'r.size', 'r.sha256', 'r.fragments'])
    .where('v.id', '=', videoId)
    .where(visibleTo(viewerId))
    .executeTakeFirst();
}

/** A growing video's fragments, if the viewer may see the video. @param number of the only one wanted */
export function findVisibleFragments(db: Db, videoId: string, growingId: string, viewerId: string, number?: number) {
  return db
    .selectFrom('videos as v')
    .innerJoin('growing_videos as g', (join) => join.onRef('g.video_id', '=', 'v.id').on('g.id', '=', growingId))
    .innerJoin('fragments as f', 'f.growing_id', 'g.id')
    .select(['f.number', 'f.seconds', 'f.key', 'f.size', 'f.sha256', 'g.ended_at'])
    .where('v.id', '=', videoId)
    .where(visibleTo(viewerId))
    .$if(number !== undefined, (query) => query.where('f.number', '=', number ?? 0))
    .orderBy('f.number')
    .execute();
}

/** The preview images of a video, if the viewer may see it. */
export function findVisiblePreview(db: Db, videoId: string, viewerId: string) {
  return db
    .selectFrom('videos as v')
    .innerJoin('previews as p', 'p.video_id', 'v.id')
    .select(['p.key', 'p.size', 'p.sha256', 'p.plan', 'v.duration_ms'])
    .where('v.id', '=', videoId)
    .where(visibleTo(viewerId))
    .executeTakeFirst();
}

/** A file of a video that somebody is receiving. */
export interface Viewing {
  videoId: string;
  viewerId: string;
  /** The original, which only its owner may have. */
  ownerOnly: boolean;
}

/** The positions of those who may no longer see the video that they are receiving, also because it is gone. */
export async function findEndedViewings(db: Db, viewings: readonly Viewing[]): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    select open.position::integer as position
    from unnest(
      ${viewings.map(({ videoId }) => videoId)}::uuid[],
      ${viewings.map(({ viewerId }) => viewerId)}::uuid[],
      ${viewings.map(({ ownerOnly }) => ownerOnly)}::boolean[]
    ) with ordinality as open (video_id, viewer_id, owner_only, position)
    where not exists (
      select 1 from videos as v
      where v.id = open.video_id
        and (v.owner_id = open.viewer_id or (not open.owner_only and ${visibleTo(sql.ref('open.viewer_id'))}))
    )
  `.execute(db);
  return rows.map(({ position }) => position - 1);
}
