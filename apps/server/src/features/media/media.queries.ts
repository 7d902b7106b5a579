import type { Db } from '../../platform/db/database.ts';
import type { VideoFileKind } from '../../platform/db/tables.ts';
import { ownedBy, visibleTo } from '../videos/videos.policy.ts';

/** A file of a video together with the right to it, in one question; nothing without the right. */
export function findVisibleFile(db: Db, videoId: string, kind: VideoFileKind, viewerId: string) {
  return db
    .selectFrom('videos as v')
    .innerJoin('video_files as f', (join) => join.onRef('f.video_id', '=', 'v.id').on('f.kind', '=', kind))
    .select(['f.key', 'f.size', 'f.content_type', 'f.sha256', 'f.name'])
    .where('v.id', '=', videoId)
    .where(kind === 'original' ? ownedBy(viewerId) : visibleTo(viewerId))
    .executeTakeFirst();
}
