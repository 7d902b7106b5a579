import type { VideoNote } from '@kinreel/contracts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { PreviewPlan } from '../encode/preview-track.ts';
import type { StoredFile } from '../store-file.ts';
import type { DescribedRendition } from './make-renditions.ts';

export type StoredRendition = DescribedRendition & StoredFile;
export type StoredPreview = { plan: PreviewPlan; notes: VideoNote[] } & StoredFile;

/** A ready video with its original and its playback file. */
function readyVideo(db: Db, videoId: string) {
  return db
    .selectFrom('videos')
    .innerJoin('video_files as original', (join) =>
      join.onRef('original.video_id', '=', 'videos.id').on('original.kind', '=', 'original'),
    )
    .innerJoin('video_files as playback', (join) =>
      join.onRef('playback.video_id', '=', 'videos.id').on('playback.kind', '=', 'playback'),
    )
    .select(['trim_start_ms', 'trim_end_ms', 'duration_ms'])
    .select(['original.key as original_key', 'playback.key as playback_key'])
    .where('videos.id', '=', videoId)
    .where('videos.status', '=', 'ready');
}

/** A ready video that has neither renditions nor preview images; undefined otherwise. */
export function findWithoutRenditions(db: Db, videoId: string) {
  return readyVideo(db, videoId)
    .select(['playback.content_type as playback_type', 'playback.size as playback_size'])
    .select(['playback.sha256 as playback_sha256', 'width', 'height'])
    .where((eb) => eb.not(eb.exists(eb.selectFrom('renditions').select('name').where('video_id', '=', videoId))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom('previews').select('key').where('video_id', '=', videoId))))
    .executeTakeFirst();
}

function rowOf(videoId: string, rendition: StoredRendition) {
  return {
    video_id: videoId,
    name: rendition.name,
    width: rendition.width,
    height: rendition.height,
    bandwidth: rendition.bandwidth,
    average_bandwidth: rendition.averageBandwidth,
    codecs: rendition.codecs,
    video_range: rendition.videoRange,
    key: rendition.key,
    size: rendition.size,
    sha256: rendition.sha256,
    fragments: JSON.stringify(rendition.fragments),
  };
}

/** A ready video that has renditions and no HDR rendition; undefined otherwise. */
export function findWithoutHighRange(db: Db, videoId: string) {
  return readyVideo(db, videoId)
    .where((eb) => eb.exists(eb.selectFrom('renditions').select('name').where('video_id', '=', videoId)))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('renditions').select('name').where('video_id', '=', videoId).where('video_range', '<>', 'SDR'),
        ),
      ),
    )
    .executeTakeFirst();
}

/**
 * Inserts the HDR rendition.
 * @param playbackKey of the playback file that the rendition belongs to
 * @returns false, without a change, if there is one already, or the video is deleted, not ready, or was trimmed
 *   meanwhile
 */
export async function publishHighRange(
  tx: Tx,
  { videoId, playbackKey }: { videoId: string; playbackKey: string },
  rendition: StoredRendition,
): Promise<boolean> {
  await tx.selectFrom('videos').select('id').where('id', '=', videoId).forUpdate().executeTakeFirst();
  if ((await findWithoutHighRange(tx, videoId))?.playback_key !== playbackKey) return false;
  await tx.insertInto('renditions').values(rowOf(videoId, rendition)).execute();
  return true;
}

/**
 * Inserts the renditions, preview images and picture notes of a video. The lock of the video's row serializes
 * concurrent attempts, as in publishVideo().
 * @param playbackKey of the playback file that they belong to
 * @returns false, without a change, if it already has some, is deleted, not ready, or was trimmed meanwhile
 */
export async function publishRenditions(
  tx: Tx,
  { videoId, playbackKey }: { videoId: string; playbackKey: string },
  renditions: readonly StoredRendition[],
  preview: StoredPreview | null,
): Promise<boolean> {
  const known = await tx.selectFrom('videos').select('notes').where('id', '=', videoId).forUpdate().executeTakeFirst();
  if ((await findWithoutRenditions(tx, videoId))?.playback_key !== playbackKey) return false;
  if (renditions.length > 0) {
    await tx
      .insertInto('renditions')
      .values(renditions.map((rendition) => rowOf(videoId, rendition)))
      .execute();
  }
  if (preview) {
    const { plan, key, size, sha256 } = preview;
    // The whole picture was decoded now; of a stream copy for the first time.
    const notes = [...(known?.notes ?? []).filter(({ kind }) => kind === 'silent'), ...preview.notes];
    await tx
      .updateTable('videos')
      .set({ notes: JSON.stringify(notes) })
      .where('id', '=', videoId)
      .execute();
    await tx
      .insertInto('previews')
      .values({ video_id: videoId, plan: JSON.stringify(plan), key, size, sha256 })
      .execute();
  }
  return true;
}
