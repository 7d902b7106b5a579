import type { Permission, VideoStatus } from '@kinreel/contracts';
import type { Expression, ExpressionBuilder, SqlBool, Updateable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Database, VideoFileKind, VideosTable } from '../../platform/db/tables.ts';

/** A new video with its original. */
export interface NewVideo {
  id: string;
  ownerId: string;
  promptId: number;
  permission: Permission;
  /** Milliseconds; null until known. */
  durationMs: number | null;
  /** Pixels per second; null until known. */
  pixelRate?: number | null;
  original: { key: string; contentType: string; size: number; sha256: string; name: string };
}

/** A stored playback file or poster. */
export interface PreparedFile {
  kind: Extract<VideoFileKind, 'playback' | 'poster'>;
  contentType: string;
  key: string;
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Loudness of a video (EBU R128). */
export interface Loudness {
  /** Integrated loudness. */
  lufs: number;
  /** Loudness range: difference between quiet and loud parts, in LU. */
  rangeLu: number;
  /** True peak in dBFS. */
  peakDb: number;
}

/** The expected state before a transition. A video in another state is not changed. */
export interface ExpectedState {
  videoId: string;
  status: VideoStatus;
  /** Number of the preparation; any if undefined. */
  preparation?: number | undefined;
  /** Key of a file that the video must still have; any if undefined. */
  fileKey?: string | undefined;
}

/** Inserts a video and its original. */
export async function insertVideo(tx: Tx, video: NewVideo): Promise<void> {
  await tx
    .insertInto('videos')
    .values({
      id: video.id,
      owner_id: video.ownerId,
      prompt_id: video.promptId,
      permission: video.permission,
      duration_ms: video.durationMs,
      pixel_rate: video.pixelRate ?? null,
    })
    .execute();
  const { key, contentType, size, sha256, name } = video.original;
  await tx
    .insertInto('video_files')
    .values({ video_id: video.id, kind: 'original', key, content_type: contentType, size, sha256, name })
    .execute();
}

/** The facts that determine the amount of work for a video, and its owner. */
export function findWork(tx: Tx, videoId: string) {
  return tx
    .selectFrom('videos')
    .innerJoin('video_files as original', (join) =>
      join.onRef('original.video_id', '=', 'videos.id').on('original.kind', '=', 'original'),
    )
    .select(['videos.owner_id', 'videos.duration_ms', 'videos.pixel_rate', 'original.size'])
    .where('videos.id', '=', videoId)
    .executeTakeFirstOrThrow();
}

export async function insertPreparedFiles(tx: Tx, videoId: string, files: readonly PreparedFile[]): Promise<void> {
  await tx
    .insertInto('video_files')
    .values(
      files.map(({ kind, key, contentType, size, sha256 }) => ({
        video_id: videoId,
        kind,
        key,
        content_type: contentType,
        size,
        sha256,
        name: null,
      })),
    )
    .execute();
}

/** Condition on `videos`: the video is in the expected state. */
function isIn({ videoId, status, preparation, fileKey }: ExpectedState) {
  return (eb: ExpressionBuilder<Database, 'videos'>) => {
    const conditions: Expression<SqlBool>[] = [eb('videos.id', '=', videoId), eb('videos.status', '=', status)];
    if (preparation !== undefined) conditions.push(eb('videos.preparation', '=', preparation));
    if (fileKey !== undefined) {
      const file = eb.selectFrom('video_files').select('key').whereRef('video_files.video_id', '=', 'videos.id');
      conditions.push(eb.exists(file.where('video_files.key', '=', fileKey)));
    }
    return eb.and(conditions);
  };
}

/**
 * Locks a video until the end of the transaction, if it is in the expected state. The lock also waits for concurrent
 * shares of the video: either they see the new state, or the transition sees them.
 */
export function lockVideo(tx: Tx, from: ExpectedState) {
  return tx
    .selectFrom('videos')
    .select(['owner_id', 'preparation', 'progress', 'status_code'])
    .where(isIn(from))
    .forUpdate()
    .executeTakeFirst();
}

/** The loudness columns of a video. @param loudness null without sound */
export function loudnessColumns(loudness: Loudness | null) {
  return {
    sound_measured: true,
    loudness_lufs: loudness?.lufs ?? null,
    loudness_range_lu: loudness?.rangeLu ?? null,
    true_peak_db: loudness?.peakDb ?? null,
  };
}

/** Changes a video that lockVideo() has locked. */
export async function updateVideo(tx: Tx, videoId: string, change: Updateable<VideosTable>): Promise<void> {
  await tx.updateTable('videos').set(change).where('id', '=', videoId).execute();
}

/** Deletes the rows of all files except the original. @returns the storage keys */
export async function deletePreparedFiles(tx: Tx, videoId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('video_files')
    .where('video_id', '=', videoId)
    .where('kind', '<>', 'original')
    .returning('key')
    .execute();
  return [...rows.map((row) => row.key), ...(await deleteRenditions(tx, videoId))];
}

/** Deletes the row of a video's poster. @returns its storage key, if any */
export async function deletePoster(tx: Tx, videoId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('video_files')
    .where('video_id', '=', videoId)
    .where('kind', '=', 'poster')
    .returning('key')
    .execute();
  return rows.map((row) => row.key);
}

/** Deletes the rows of a video's renditions and preview. @returns the storage keys */
export async function deleteRenditions(tx: Tx, videoId: string): Promise<string[]> {
  const renditions = await tx.deleteFrom('renditions').where('video_id', '=', videoId).returning('key').execute();
  const previews = await tx.deleteFrom('previews').where('video_id', '=', videoId).returning('key').execute();
  return [...renditions, ...previews].map((row) => row.key);
}
