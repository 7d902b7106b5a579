import type { Db } from '../../platform/db/database.ts';
import type { VideoFileKind } from '../../platform/db/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { findMediaTools } from '../../platform/ffmpeg/tools.ts';
import { findVisibleFile } from './media.queries.ts';
import { inspectUpload, type UploadInspection } from './probe.ts';

/** What an uploaded file is, by its content. @throws DomainError video.not_a_video, video.no_picture, video.too_long */
export async function inspectUploadedFile(deps: Pick<Deps, 'config'>, path: string): Promise<UploadInspection> {
  const tools = await findMediaTools(deps.config);
  return inspectUpload(path, { maxSeconds: deps.config.limits.videoSeconds, tools });
}

/** A file that the viewer may have at this very moment. @throws DomainError video.missing */
export async function openFileFor(db: Db, videoId: string, kind: VideoFileKind, viewerId: string) {
  const file = await findVisibleFile(db, videoId, kind, viewerId);
  if (!file) throw new DomainError('video.missing');
  return { key: file.key, size: file.size, contentType: file.content_type, etag: `"${file.sha256}"`, name: file.name };
}
