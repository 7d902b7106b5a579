import type { AudienceSummary } from '@kinreel/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { VideoFileKind } from '../../platform/db/tables.ts';
import { cursorTimestamp } from '../../platform/http/paging.ts';
import { audienceSummaryFor } from '../visibility/audience.policy.ts';
import { keptAmongVisible, opensAt } from '../visibility/visibility.policy.ts';
import { selectShownGrowing } from './growing-videos.queries.ts';

/** A video with its prompt and its files; the presenter's input. */
export type VideoRow = Awaited<ReturnType<ReturnType<typeof selectVideos>['execute']>>[number];

/**
 * The videos `v` with the data of a card. The caller must add the visibility condition.
 * @param withAudience false if none is the viewer's own: then the audience is null
 */
export function selectVideos(db: Db, viewer: RawBuilder<string>, withAudience = true) {
  return (
    db
      .selectFrom('videos as v')
      .innerJoin('prompts as p', 'p.id', 'v.prompt_id')
      // One look-up for all kinds instead of a join for each.
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('video_files')
            .select([
              fileColumn('original', 'sha256').as('original_sha256'),
              fileColumn('playback', 'sha256').as('playback_sha256'),
              fileColumn('playback', 'content_type').as('playback_type'),
              fileColumn('poster', 'sha256').as('poster_sha256'),
              sql<number | null>`max(size) filter (where kind = 'playback')`.as('playback_size'),
            ])
            .whereRef('video_files.video_id', '=', 'v.id')
            .as('file'),
        (join) => join.onTrue(),
      )
      // Drafts are excluded.
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
            // All renditions are made together, so one of them identifies them. The HDR rendition is made later.
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
        'v.preparation',
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
        'file.original_sha256',
        'file.playback_sha256',
        'file.playback_type',
        'file.playback_size',
        'file.poster_sha256',
        'preview.sha256 as preview_sha256',
        'rendition.sha256 as renditions_sha256',
        'rendition.only_size as only_rendition_size',
        'growing.id as growing_id',
        'growing.seconds as growing_seconds',
        'captions.version as captions_version',
        (withAudience ? audienceSummaryFor(viewer) : sql<AudienceSummary | null>`null::jsonb`).as('audience'),
        keptAmongVisible(viewer).as('may_keep'),
        cursorTimestamp('v.created_at').as('cursor_at'),
      ])
  );
}

/** Column of the only file of this kind. */
function fileColumn(kind: VideoFileKind, column: 'sha256' | 'content_type'): RawBuilder<string | null> {
  return sql`max(${sql.ref(column)}) filter (where kind = ${sql.lit(kind)})`;
}
