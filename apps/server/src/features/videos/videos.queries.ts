import type { AudienceSummary, Permission } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { cursorTimestamp } from '../../platform/paging.ts';
import { audienceSummaryFor } from '../visibility/audience.policy.ts';
import { isBlocked } from '../visibility/blocking.policy.ts';
import {
  isOpen,
  keptBy,
  opensAt,
  ownedBy,
  type PageWindow,
  visibleTo,
  visibleVideosOf,
} from '../visibility/visibility.policy.ts';
import { selectShownGrowing } from './growing-videos.queries.ts';

/** A video with its prompt and its files; the presenter's input. */
export type VideoRow = Awaited<ReturnType<typeof findVisibleVideos>>[number];

/** @param withAudience false if none of the videos is the viewer's own: then the audience is null */
function selectVideos(db: Db, viewerId: string, withAudience = true) {
  return (
    db
      .selectFrom('videos as v')
      .innerJoin('prompts as p', 'p.id', 'v.prompt_id')
      .leftJoin('video_files as original', (join) =>
        join.onRef('original.video_id', '=', 'v.id').on('original.kind', '=', 'original'),
      )
      .leftJoin('video_files as playback', (join) =>
        join.onRef('playback.video_id', '=', 'v.id').on('playback.kind', '=', 'playback'),
      )
      .leftJoin('video_files as poster', (join) =>
        join.onRef('poster.video_id', '=', 'v.id').on('poster.kind', '=', 'poster'),
      )
      // Drafts are not shown.
      .leftJoin('captions', (join) => join.onRef('captions.video_id', '=', 'v.id').on('captions.source', '=', 'person'))
      .leftJoin('previews as preview', 'preview.video_id', 'v.id')
      .leftJoinLateral(
        selectShownGrowing(db, sql.ref('v.id')).where(sql<boolean>`v.status = 'processing'`).as('growing'),
        (join) => join.onTrue(),
      )
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('renditions')
            // All renditions are made together, so one of them identifies them. The one with high dynamic range comes later.
            .select(({ fn }) => [
              fn.min<string | null>('sha256').as('sha256'),
              sql<number | null>`case count(*) when 1 then max(size) end`.as('only_size'),
            ])
            .whereRef('renditions.video_id', '=', 'v.id')
            .where('renditions.video_range', '=', 'SDR')
            .as('rendition'),
        (join) => join.onTrue(),
      )
      .select([
        'v.id',
        'v.owner_id',
        'v.prompt_id',
        'p.prompt',
        'v.permission',
        opensAt.as('opens_at'),
        'v.status',
        'v.status_code',
        'v.status_params',
        'v.progress',
        'v.duration_ms',
        'v.missing_ms',
        'v.trim_start_ms',
        'v.trim_end_ms',
        'v.whole_ms',
        'v.notes',
        'v.loudness_lufs',
        'v.true_peak_db',
        'v.width',
        'v.height',
        'v.created_at',
        'original.sha256 as original_sha256',
        'playback.sha256 as playback_sha256',
        'playback.content_type as playback_type',
        'playback.size as playback_size',
        'poster.sha256 as poster_sha256',
        'preview.sha256 as preview_sha256',
        'rendition.sha256 as renditions_sha256',
        'rendition.only_size as only_rendition_size',
        'growing.id as growing_id',
        'growing.seconds as growing_seconds',
        'captions.version as captions_version',
        (withAudience ? audienceSummaryFor(viewerId) : sql<AudienceSummary | null>`null::jsonb`).as('audience'),
        keptBy(viewerId).as('may_keep'),
        cursorTimestamp('v.created_at').as('cursor_at'),
      ])
  );
}

/** Those of `ids` that the viewer may see, in no particular order. @param withAudience false if none is the viewer's own */
export function findVisibleVideos(db: Db, viewerId: string, ids: readonly string[], withAudience = true) {
  return selectVideos(db, viewerId, withAudience)
    .where('v.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(visibleTo(viewerId))
    .execute();
}

/** The owner's videos that the viewer may see, newest first. */
export function listVisibleVideos(db: Db, ownerId: string, viewerId: string, window: PageWindow): Promise<VideoRow[]> {
  return (
    selectVideos(db, viewerId, ownerId === viewerId)
      // As an array: of more than eight joins PostgreSQL makes the last one last, after reading all videos.
      .where('v.id', '=', sql<string>`any(array(select id from ${visibleVideosOf(ownerId, viewerId, window)} listed))`)
      .orderBy('v.created_at', 'desc')
      .orderBy('v.id', 'desc')
      .execute()
  );
}

/** Permission of a person's own video. */
export function findPermission(db: Db, videoId: string, personId: string) {
  return db
    .selectFrom('videos as v')
    .select(['v.id', 'v.permission'])
    .where('v.id', '=', videoId)
    .where(ownedBy(personId))
    .executeTakeFirst();
}

/** @returns undefined unless the video is this person's own */
export function updatePermission(db: Db, videoId: string, personId: string, permission: Permission) {
  return db
    .updateTable('videos as v')
    .set({ permission })
    .where('v.id', '=', videoId)
    .where(ownedBy(personId))
    .returning(['v.id', 'v.permission'])
    .executeTakeFirst();
}

/** Shares, links and rows of the files are deleted too. @returns the video's id; null unless it is this person's own */
export async function deleteOwnVideo(db: Db, videoId: string, personId: string): Promise<string | null> {
  const row = await db
    .deleteFrom('videos as v')
    .where('v.id', '=', videoId)
    .where(ownedBy(personId))
    .returning('v.id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The ids of all videos of a person. */
export async function listVideoIds(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db.selectFrom('videos as v').select('v.id').where(ownedBy(ownerId)).orderBy('v.id').execute();
  return rows.map(({ id }) => id);
}

/** Whom a ready and open video was shared with, without those whom a block keeps apart from its owner, and its prompt. */
export function listRecipients(db: Db, videoId: string) {
  return db
    .selectFrom('shares')
    .innerJoin('videos', 'videos.id', 'shares.video_id')
    .select(['shares.recipient_id', 'videos.prompt_id'])
    .where('shares.video_id', '=', videoId)
    .where('videos.status', '=', 'ready')
    .where(isOpen('videos'))
    .where(sql<boolean>`not ${isBlocked(sql.ref('shares.owner_id'), sql.ref('shares.recipient_id'))}`)
    .execute();
}

export async function videoExists(db: Db, videoId: string): Promise<boolean> {
  return (await db.selectFrom('videos').select('id').where('id', '=', videoId).executeTakeFirst()) !== undefined;
}
