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
