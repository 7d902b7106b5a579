import { type RawBuilder, sql } from 'kysely';
import { builtQuery } from '../../../platform/db/built-query.ts';
import type { Db } from '../../../platform/db/database.ts';
import { column, inBatches } from '../../../platform/db/in-batches.ts';
import type { VideoFileKind } from '../../../platform/db/tables.ts';
import { keptBy, visibleTo } from '../../visibility/visibility.policy.ts';

/** A request for a file of a video. */
interface AskedFile {
  videoId: string;
  viewerId: string;
  /** The kind of a file, or the name of a rendition. */
  name: string;
}

interface VisibleFile {
  position: number;
  key: string;
  size: number;
  content_type: string;
  sha256: string;
  /** File name of an original. */
  name: string | null;
}

/**
 * Looks up requested files, each only if its viewer may see the video (the original: may keep it). Players request
 * ranges constantly, so concurrent requests are batched into one statement.
 */
export function createVisibleFiles(db: Db) {
  const viewer = sql<string>`asked.viewer_id`;
  const lookUp = (columns: RawBuilder<unknown>, source: RawBuilder<unknown>) =>
    builtQuery<readonly AskedFile[], null, VisibleFile>({
      shape: () => null,
      // The limit forces one index look-up per file; otherwise a whole table could be scanned for all of them.
      build: (db, _, given) =>
        sql<VisibleFile>`
          select asked.position::integer as position, found.*
          from unnest(
            ${column('uuid', given, 'videoId')}, ${column('uuid', given, 'viewerId')}, ${column('text', given, 'name')}
          ) with ordinality as asked (video_id, viewer_id, name, position)
          cross join lateral (
            select ${columns} from videos v join ${source} where v.id = asked.video_id limit 1
          ) found
        `.compile(db),
    });
  const ofKind = lookUp(
    sql`f.key, f.size, f.content_type, f.sha256, f.name`,
    sql`video_files f on f.video_id = v.id and f.kind = asked.name
      and case asked.name when 'original' then ${keptBy(viewer)} else ${visibleTo(viewer)} end`,
  );
  const rendition = lookUp(
    sql`r.key, r.size, 'video/mp4' as content_type, r.sha256, null as name`,
    sql`renditions r on r.video_id = v.id and r.name = asked.name and ${visibleTo(viewer)}`,
  );
  return {
    ofKind: inBatches((files: readonly (AskedFile & { name: VideoFileKind })[]) => ofKind(db, files)),
    rendition: inBatches((files: readonly AskedFile[]) => rendition(db, files)),
  };
}

/** The renditions of a video, if the viewer may see it. */
export function findVisibleRenditions(db: Db, videoId: string, viewerId: string) {
  return db
    .selectFrom('videos as v')
    .innerJoin('renditions as r', 'r.video_id', 'v.id')
    .select(['r.name', 'r.width', 'r.height', 'r.bandwidth', 'r.average_bandwidth', 'r.codecs', 'r.video_range'])
    .where('v.id', '=', videoId)
    .where(visibleTo(viewerId))
    .execute();
}

/** The segments of one rendition, if the viewer may see the video. */
export function findVisibleRendition(db: Db, videoId: string, name: string, viewerId: string) {
  return db
    .selectFrom('videos as v')
    .innerJoin('renditions as r', (join) => join.onRef('r.video_id', '=', 'v.id').on('r.name', '=', name))
    .select(['r.sha256', 'r.fragments'])
    .where('v.id', '=', videoId)
    .where(visibleTo(viewerId))
    .executeTakeFirst();
}

/** A growing video's fragments, if the viewer may see the video. @param number only this fragment */
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

/** An open download of a file. */
export interface Viewing {
  videoId: string;
  viewerId: string;
  /** Storage key of the file; trimming replaces it. */
  key: string;
  /** The original, for people who may keep the video. */
  isOriginal: boolean;
}

/**
 * Indexes of downloads that must end: the viewer may no longer see the video, or the video or this file was deleted.
 */
export async function findEndedViewings(db: Db, viewings: readonly Viewing[]): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    select open.position::integer as position
    from unnest(
      ${viewings.map(({ videoId }) => videoId)}::uuid[],
      ${viewings.map(({ viewerId }) => viewerId)}::uuid[],
      ${viewings.map(({ isOriginal }) => isOriginal)}::boolean[],
      ${viewings.map(({ key }) => key)}::text[]
    ) with ordinality as open (video_id, viewer_id, is_original, key, position)
    where not exists (
      select 1 from videos as v
      where v.id = open.video_id
        and case when open.is_original then ${keptBy(sql.ref('open.viewer_id'))}
          else ${visibleTo(sql.ref('open.viewer_id'))} end
        and (exists (select from video_files f where f.video_id = v.id and f.key = open.key)
          or exists (select from renditions r where r.video_id = v.id and r.key = open.key)
          or exists (select from fragments g where g.video_id = v.id and g.key = open.key))
    )
    order by position
  `.execute(db);
  return rows.map(({ position }) => position - 1);
}
