import type { Deps } from '../../../platform/deps.ts';
import { forgetFragments } from '../../videos/growing-videos.service.ts';
import { abandonPiecesOf } from '../../videos/pieces.service.ts';
import { failVideoWithLostFile, remakeRenditions } from '../../videos/video-lifecycle.ts';
import { listVideoFiles, type VideoFileRow } from './sweep.queries.ts';

/** Videos per batch. */
const BATCH = 500;

/**
 * If more files than this and more than half of all files are lost, the storage itself is considered unavailable (a
 * disk that is not mounted, for example), and no video is failed.
 */
const MANY_LOST = 20;

/**
 * Fails the videos whose file is lost; renditions and preview images are made again instead. The rows are kept, so that
 * a file can be restored from a backup and the owner can retry.
 * @returns how many files were lost
 * @throws StorageUnavailableError if the storage does not respond; then no video is failed
 */
export async function failVideosWithLostFiles(deps: Deps, signal?: AbortSignal): Promise<number> {
  let lost = 0;
  for (const file of await findLostFiles(deps, signal)) {
    if (!(await handleLostFile(deps, file))) continue;
    lost += 1;
    deps.log.error({ videoId: file.video_id, kind: file.kind }, 'stored file missing');
  }
  return lost;
}

/** Compares rows with the storage's listing page by page, to avoid a request per file. */
async function findLostFiles(deps: Deps, signal?: AbortSignal): Promise<VideoFileRow[]> {
  const missing: VideoFileRow[] = [];
  let checked = 0;
  const stored = storedKeysByVideo(deps)[Symbol.asyncIterator]();
  let next = await stored.next();
  for (let rows = await listVideoFiles(deps.db, null, BATCH); rows.length > 0; ) {
    signal?.throwIfAborted();
    for (const row of rows) {
      while (!next.done && next.value.videoId < row.video_id) next = await stored.next();
      if (next.done || next.value.videoId !== row.video_id || !next.value.keys.has(row.key)) missing.push(row);
    }
    checked += rows.length;
    rows = await listVideoFiles(deps.db, rows.at(-1)?.video_id ?? null, BATCH);
  }
  if (missing.length > MANY_LOST && missing.length > checked / 2) {
    deps.log.error({ lost: missing.length, checked }, 'most stored files are missing: is the storage there?');
    return [];
  }
  // A file may have been stored after its page of the listing was read.
  const lost: VideoFileRow[] = [];
  for (const row of missing) if (!(await deps.storage.stat(row.key))) lost.push(row);
  return lost;
}

/** @returns false if the video or its files have changed meanwhile */
function handleLostFile(deps: Deps, { video_id: videoId, kind, key, status }: VideoFileRow): Promise<boolean> {
  return deps.db.transaction().execute((tx) => {
    // The next sweep deletes the objects of the other renditions as orphans.
    if (kind === 'fragment') return forgetFragments(tx, videoId);
    if (kind === 'piece') return abandonPiecesOf(tx, videoId);
    if (kind === 'rendition' || kind === 'preview') return remakeRenditions(deps, tx, videoId);
    return failVideoWithLostFile(deps, tx, { videoId, status, fileKey: key });
  });
}

/** The stored keys of each video, ordered by the videos' ids, which is the order of their keys. */
async function* storedKeysByVideo(deps: Deps): AsyncGenerator<{ videoId: string; keys: Set<string> }> {
  let videoId = '';
  let keys = new Set<string>();
  for await (const { key } of deps.storage.list('videos/')) {
    const [, id = ''] = key.split('/');
    if (id !== videoId) {
      if (keys.size > 0) yield { videoId, keys };
      [videoId, keys] = [id, new Set()];
    }
    keys.add(key);
  }
  if (keys.size > 0) yield { videoId, keys };
}
