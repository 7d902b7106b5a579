import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Database, VideoFileKind } from '../../../platform/db/tables.ts';

/** Videos per query. */
const BATCH = 100;

/** The next `limit` ready videos after video `after`, each with its file of this kind, ordered by id. */
export function listReady(db: Db, kind: VideoFileKind, { after, limit }: Page) {
  return db
    .selectFrom('videos')
    .innerJoin('video_files', (join) =>
      join.onRef('video_files.video_id', '=', 'videos.id').on('video_files.kind', '=', kind),
    )
    .select(['videos.id', 'video_files.key'])
    .where('videos.status', '=', 'ready')
    .$if(after !== null, (query) => query.where('videos.id', '>', after))
    .orderBy('videos.id')
    .limit(limit);
}

/** Condition on `videos`: the video still has the file that was examined. */
export const stillHas =
  (key: string) =>
  ({ exists, selectFrom }: ExpressionBuilder<Database, 'videos'>): Expression<SqlBool> =>
    exists(
      selectFrom('video_files')
        .select(sql`1`.as('one'))
        .whereRef('video_files.video_id', '=', 'videos.id')
        .where('video_files.key', '=', key),
    );

export interface Page {
  after: string | null;
  limit: number;
}

/** Calls work for all ready videos, for example to add something that an earlier version did not make. */
export async function forEachVideo<Video extends { id: string }>(
  list: (page: Page) => Promise<Video[]>,
  signal: AbortSignal,
  work: (video: Video) => Promise<void>,
): Promise<void> {
  for (let after: string | null = null; ; ) {
    const videos: Video[] = await list({ after, limit: BATCH });
    for (const video of videos) {
      signal.throwIfAborted();
      await work(video);
    }
    after = videos.at(-1)?.id ?? null;
    if (after === null) return;
  }
}
