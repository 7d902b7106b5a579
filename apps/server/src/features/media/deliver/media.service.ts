import type { Db } from '../../../platform/db/database.ts';
import type { VideoFileKind } from '../../../platform/db/tables.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findMediaTools } from '../../../platform/ffmpeg/tools.ts';
import { DomainError } from '../../../platform/http/errors.ts';
import { previewTrack } from '../encode/preview-track.ts';
import { inspectUpload, type UploadInspection } from '../probe/probe.ts';
import { growingPlaylist, masterPlaylist, mediaPlaylist } from './hls-playlists.ts';
import {
  createVisibleFiles,
  findVisibleFragments,
  findVisiblePreview,
  findVisibleRendition,
  findVisibleRenditions,
} from './media.queries.ts';

export { storeFile } from '../store-file.ts';

/**
 * Detects the type of an uploaded file by its content.
 * @throws DomainError video.not_a_video, video.no_picture, video.too_long
 */
export async function inspectUploadedFile(deps: Pick<Deps, 'config'>, path: string): Promise<UploadInspection> {
  const tools = await findMediaTools(deps.config);
  return inspectUpload(path, { maxSeconds: deps.config.limits.videoSeconds, tools });
}

/** Opens files that a viewer may see now. Concurrent requests are batched into one statement. */
export function createFileAccess(db: Db) {
  const files = createVisibleFiles(db);
  const present = (file: Awaited<ReturnType<typeof files.ofKind>>) => {
    if (!file) throw new DomainError('video.missing');
    return {
      key: file.key,
      size: file.size,
      contentType: file.content_type,
      etag: `"${file.sha256}"`,
      name: file.name,
    };
  };
  return {
    /** @throws DomainError video.missing */
    openFile: async (videoId: string, kind: VideoFileKind, viewerId: string) =>
      present(await files.ofKind({ videoId, viewerId, name: kind })),
    /** @throws DomainError video.missing */
    openRendition: async (videoId: string, name: string, viewerId: string) =>
      present(await files.rendition({ videoId, viewerId, name })),
  };
}

/** The master playlist of a video. @throws DomainError video.missing, also if it has no renditions */
export async function getMasterPlaylist(db: Db, videoId: string, viewerId: string): Promise<string> {
  const rows = await findVisibleRenditions(db, videoId, viewerId);
  if (rows.length === 0) throw new DomainError('video.missing');
  const renditions = rows.map((row) => ({
    ...row,
    averageBandwidth: row.average_bandwidth,
    videoRange: row.video_range,
  }));
  return masterPlaylist(renditions, ({ name }) => `hls/${name}.m3u8`);
}

/** The media playlist of a rendition. @throws DomainError video.missing */
export async function getMediaPlaylist(db: Db, videoId: string, name: string, viewerId: string): Promise<string> {
  const row = await findVisibleRendition(db, videoId, name, viewerId);
  if (!row) throw new DomainError('video.missing');
  return mediaPlaylist(row.fragments, `../renditions/${name}.mp4?v=${row.sha256.slice(0, 8)}`);
}

/** The playlist of a video that is being prepared. @throws DomainError video.missing */
export async function getGrowingPlaylist(db: Db, videoId: string, growingId: string, viewerId: string) {
  const rows = await findVisibleFragments(db, videoId, growingId, viewerId);
  const [header, ...fragments] = rows;
  if (!header || fragments.length === 0) throw new DomainError('video.missing');
  return growingPlaylist(fragments, { ended: header.ended_at !== null, addressOf: (number) => `${number}.mp4` });
}

/** A fragment; the number 0 is the header. @throws DomainError video.missing */
export async function openFragmentFor(db: Db, videoId: string, growingId: string, number: number, viewerId: string) {
  const [row] = await findVisibleFragments(db, videoId, growingId, viewerId, number);
  if (!row) throw new DomainError('video.missing');
  return { key: row.key, size: row.size, contentType: 'video/mp4', etag: `"${row.sha256}"` };
}

/** The preview images and their track. @throws DomainError video.missing, also if there are none */
export async function getPreview(db: Db, videoId: string, viewerId: string) {
  const row = await findVisiblePreview(db, videoId, viewerId);
  if (!row) throw new DomainError('video.missing');
  const { key, size, sha256, plan, duration_ms: durationMs } = row;
  return {
    image: { key, size, contentType: 'image/webp', etag: `"${sha256}"` },
    track: previewTrack(plan, (durationMs ?? 0) / 1000, `preview?v=${sha256.slice(0, 8)}`),
  };
}
