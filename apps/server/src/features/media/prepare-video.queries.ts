import type { Db } from '../../platform/db/database.ts';
import type { VideoFileKind } from '../../platform/db/tables.ts';
import type { StoredFile } from './store-file.ts';

/** A delivered file that is in storage already. */
export interface DeliveredFile extends StoredFile {
  kind: Extract<VideoFileKind, 'playback' | 'poster'>;
  contentType: string;
}

/** The storage key of the original of a video that waits for its preparation; null if it does not, or is gone. */
export async function findWaitingOriginal(db: Db, videoId: string): Promise<string | null> {
  const row = await db
    .selectFrom('videos')
    .innerJoin('video_files', (join) =>
      join.onRef('video_files.video_id', '=', 'videos.id').on('video_files.kind', '=', 'original'),
    )
    .select('video_files.key')
    .where('videos.id', '=', videoId)
    .where('videos.status', '=', 'processing')
    .executeTakeFirst();
  return row?.key ?? null;
}

/** Note the per cent done. @returns its owner; null if the video is gone or no longer waits */
export async function noteProgress(db: Db, videoId: string, percent: number): Promise<string | null> {
  const row = await db
    .updateTable('videos')
    .set({ progress: percent })
    .where('id', '=', videoId)
    .where('status', '=', 'processing')
    .returning('owner_id')
    .executeTakeFirst();
  return row?.owner_id ?? null;
}

/** Say why a video cannot be shown. @returns its owner; null if it is gone or no longer waits, and nothing was written */
export async function markFailed(db: Db, videoId: string, reason: string): Promise<string | null> {
  const row = await db
    .updateTable('videos')
    .set({ status: 'failed', status_reason: reason })
    .where('id', '=', videoId)
    .where('status', '=', 'processing')
    .returning('owner_id')
    .executeTakeFirst();
  return row?.owner_id ?? null;
}

/**
 * Publish the files of a video and call it ready; run in a transaction. The row's lock is the fence: of two attempts
 * at the same video, and of an attempt and a deletion, one comes first.
 * @returns its owner; null if the video is gone or no longer waits, and nothing was written
 */
export async function publishPrepared(
  tx: Db,
  videoId: string,
  files: readonly DeliveredFile[],
  facts: { durationMs: number | null; width: number; height: number },
): Promise<string | null> {
  const waiting = await tx
    .selectFrom('videos')
    .select('owner_id')
    .where('id', '=', videoId)
    .where('status', '=', 'processing')
    .forUpdate()
    .executeTakeFirst();
  if (!waiting) return null;
  await tx
    .insertInto('video_files')
    .values(
      files.map((file) => ({
        video_id: videoId,
        kind: file.kind,
        key: file.key,
        content_type: file.contentType,
        size: file.size,
        sha256: file.sha256,
        name: null,
      })),
    )
    .execute();
  await tx
    .updateTable('videos')
    .set({
      status: 'ready',
      status_reason: null,
      progress: 100,
      duration_ms: facts.durationMs,
      width: facts.width,
      height: facts.height,
    })
    .where('id', '=', videoId)
    .execute();
  return waiting.owner_id;
}
