import type { PageQuery, Permission, UserVideosQuery, Video } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { decodeTimeCursor, type Page, toPage } from '../../platform/http/paging.ts';
import { notify } from '../notifications/notifications.service.ts';
import { requireOwnVideo } from '../visibility/visibility.policy.ts';
import { restartVideo } from './video-lifecycle.ts';
import { deleteObjectsJob } from './videos.job-definition.ts';
import { presentVideo } from './videos.presenter.ts';
import {
  deleteOwnVideo,
  findPermission,
  findVisibleVideos,
  listRecipients,
  listVideoIds,
  listVisibleVideos,
  updatePermission,
  videoExists,
} from './videos.queries.ts';
import type { VideoRow } from './videos.table.ts';

/** A person's own videos in any state, newest first. */
export function listOwnVideos(deps: Deps, personId: string, query: PageQuery): Promise<Page<Video>> {
  return listPage(deps.db, personId, personId, query, null);
}

/** A person's videos that the viewer may see, newest first. The `autoplay` video comes first. */
export async function listVideosOf(
  deps: Deps,
  ownerId: string,
  viewerId: string,
  query: UserVideosQuery,
): Promise<Page<Video>> {
  const { autoplay } = query;
  const first = autoplay ? (await findVisibleVideos(deps.db, viewerId, [autoplay]))[0] : undefined;
  if (first?.owner_id !== ownerId) return listPage(deps.db, ownerId, viewerId, query, null);
  if (query.cursor) return listPage(deps.db, ownerId, viewerId, query, first.id);
  const others = await listPage(
    deps.db,
    ownerId,
    viewerId,
    { ...query, limit: Math.max(1, query.limit - 1) },
    first.id,
  );
  return { rows: [presentVideo(first, viewerId), ...others.rows], next: others.next };
}

async function listPage(
  db: Db,
  ownerId: string,
  viewerId: string,
  { cursor, limit }: PageQuery,
  except: string | null,
): Promise<Page<Video>> {
  const rows = await listVisibleVideos(db, ownerId, viewerId, {
    after: decodeTimeCursor(cursor),
    except,
    limit: limit + 1,
  });
  const page = toPage<VideoRow>(rows, limit, (row) => [row.cursor_at, row.id]);
  return { rows: page.rows.map((row) => presentVideo(row, viewerId)), next: page.next };
}

/** @throws DomainError video.missing if it does not exist or the viewer may not see it */
export async function getVideo(db: Db, videoId: string, viewerId: string): Promise<Video> {
  const [row] = await findVisibleVideos(db, viewerId, [videoId]);
  if (!row) throw new DomainError('video.missing');
  return presentVideo(row, viewerId);
}

/** Videos among `ids` that the viewer may see, by id. @param withAudience false if none is the viewer's own */
export async function getVideos(
  db: Db,
  ids: readonly string[],
  viewerId: string,
  { withAudience = true }: { withAudience?: boolean } = {},
): Promise<Map<string, Video>> {
  if (ids.length === 0) return new Map();
  const rows = await findVisibleVideos(db, viewerId, ids, withAudience);
  return new Map(rows.map((row) => [row.id, presentVideo(row, viewerId)]));
}

/** @throws DomainError video.missing unless it is the person's own */
export async function getPermission(deps: Deps, videoId: string, personId: string) {
  const row = await findPermission(deps.db, videoId, personId);
  if (!row) throw new DomainError('video.missing');
  return { video_id: row.id, permission: row.permission };
}

/**
 * Takes effect with the next byte range request.
 * @throws DomainError video.missing unless it is the person's own
 */
export async function setPermission(deps: Pick<Deps, 'db'>, videoId: string, personId: string, permission: Permission) {
  const row = await updatePermission(deps.db, videoId, personId, permission);
  if (!row) throw new DomainError('video.missing');
  return { video_id: row.id, permission: row.permission };
}

/**
 * Prepares a failed video again.
 * @throws DomainError video.missing unless it is the person's own, video.not_ready if it has not failed
 */
export async function retryVideo(deps: Deps, id: string, personId: string): Promise<Video> {
  const { videoId, outdated } = await deps.db.transaction().execute(async (tx) => {
    const videoId = await requireOwnVideo(tx, id, personId);
    const outdated = await restartVideo(deps, tx, videoId);
    if (!outdated) throw new DomainError('video.not_ready');
    return { videoId, outdated };
  });
  await deleteOutdated(deps, outdated);
  return getVideo(deps.db, videoId, personId);
}

/** Deletes stored objects without a row. The sweep retries what fails. */
export async function deleteOutdated({ storage, log }: Pick<Deps, 'storage' | 'log'>, keys: readonly string[]) {
  for (const key of keys) {
    await storage.delete(key).catch((error) => log.warn({ err: error, key }, 'file not deleted, cleanup will retry'));
  }
}

/**
 * Deletes a video with its shares, links and files. Rows are deleted first, so that nobody sees it any more. Files are
 * deleted immediately, or by a job of the same transaction if this process is killed.
 * @throws DomainError video.missing unless it is the person's own
 */
export async function deleteVideo(deps: Deps, id: string, personId: string): Promise<void> {
  // The row's id, not the caller's: PostgreSQL finds a row by any spelling of its id, the storage only by one.
  const videoId = await deps.db.transaction().execute(async (tx) => {
    const deleted = await deleteOwnVideo(tx, id, personId);
    if (deleted === null) throw new DomainError('video.missing');
    await deps.jobs.enqueue(tx, deleteObjectsJob, { videoId: deleted });
    return deleted;
  });
  await removeStoredFiles(deps, videoId).catch((error) => {
    deps.log.warn({ err: error, videoId }, 'files of a deleted video not deleted, the job will retry');
  });
}

/** Deletes the videos of a deleted account, one by one. Recipients of shares are notified. */
export async function deleteVideosOf(deps: Deps, ownerId: string, signal: AbortSignal): Promise<void> {
  for (const videoId of await listVideoIds(deps.db, ownerId)) {
    signal.throwIfAborted();
    await deps.db.transaction().execute(async (tx) => {
      const news = await listRecipients(tx, videoId);
      if ((await deleteOwnVideo(tx, videoId, ownerId)) === null) return;
      await notify(
        deps,
        tx,
        ...news.map(({ recipient_id: userId, prompt_id: promptId }) => ({
          kind: 'video-gone' as const,
          userId,
          promptId,
          goneVideoId: videoId,
        })),
      );
      await deps.jobs.enqueue(tx, deleteObjectsJob, { videoId });
    });
    await removeStoredFiles(deps, videoId);
  }
}

/** Deletes the files of a deleted video. Idempotent. Files of an existing video are kept. */
export async function removeStoredFiles(deps: Pick<Deps, 'db' | 'storage'>, videoId: string): Promise<void> {
  if (await videoExists(deps.db, videoId)) return;
  for await (const { key } of deps.storage.list(`videos/${videoId}/`)) await deps.storage.delete(key);
}
