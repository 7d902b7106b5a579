import type { Db } from '../../platform/db/database.ts';

/** Posters of ready videos without a thumbhash, the next `limit` after video `after`, in the order of their ids. */
export function listWithoutThumbhash(db: Db, after: string | null, limit: number) {
  return db
    .selectFrom('videos')
    .innerJoin('video_files', (join) =>
      join.onRef('video_files.video_id', '=', 'videos.id').on('video_files.kind', '=', 'poster'),
    )
    .select(['videos.id', 'video_files.key'])
    .where('videos.status', '=', 'ready')
    .where('videos.thumbhash', 'is', null)
    .$if(after !== null, (query) => query.where('videos.id', '>', after))
    .orderBy('videos.id')
    .limit(limit)
    .execute();
}

/** Saves the thumbhash of a poster, unless the video has another poster by now. */
export async function saveThumbhash(db: Db, videoId: string, posterKey: string, thumbhash: Buffer): Promise<void> {
  await db
    .updateTable('videos')
    .set({ thumbhash })
    .where('id', '=', videoId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('video_files')
          .select('key')
          .whereRef('video_files.video_id', '=', 'videos.id')
          .where('video_files.key', '=', posterKey),
      ),
    )
    .execute();
}
