import { rm } from 'node:fs/promises';
import { type ChosenAudience, DEFAULT_PERMISSION, type Video } from '@kinreel/contracts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { inspectUploadedFile } from '../media/deliver/media.service.ts';
import { requireAnswerable } from '../prompts/prompts.service.ts';
import { answerQuestions, takeOutAskers } from '../questions/questions.service.ts';
import { shareNewVideo } from '../sharing/sharing.service.ts';
import { moveEarlySplit } from '../videos/early-pieces.service.ts';
import { createVideo } from '../videos/video-lifecycle.ts';
import { getVideo, setPermission } from '../videos/videos.service.ts';
import { requireOwnVideo } from '../visibility/visibility.policy.ts';
import { partialFiles } from './partial-files.ts';
import { consumeUpload } from './quota.service.ts';
import { sha256OfFile } from './received-bytes.ts';
import { parseUploadMetadata, plainName } from './upload-metadata.ts';
import type { UploadRow } from './uploads.queries.ts';
import { deleteUpload, withUpload } from './uploads.service.ts';

/**
 * How long to wait for a concurrent call that publishes the upload, in milliseconds; reading 4 GiB from a slow disk
 * takes a while.
 */
const PUBLISH_WAIT_MS = 120_000;

/** Called in the transaction that creates the video. */
type Answer = (tx: Tx, video: { videoId: string; ownerId: string; promptId: number }) => Promise<void>;

/** Errors caused by the file: another attempt would fail in the same way. */
const PERMANENT_ERRORS: ReadonlySet<string> = new Set([
  'video.checksum',
  'video.not_a_video',
  'video.no_picture',
  'video.too_long',
]);

/**
 * Publishes a complete upload as a video. A repeated call returns the same video and sets its audience again, because
 * the person may have chosen it after the first call. After an error caused by the file, the upload is deleted.
 * @param request.sha256 of the client's file, in hex
 * @param request.audience who may see it; without it the owner and who asked the question
 * @param request.answer what the new video answers, in the transaction that creates it; by default the questions with
 *   its prompt
 * @throws DomainError upload.missing, upload.busy, upload.unfinished, prompt.missing, video.checksum,
 *   video.not_a_video, video.no_picture, video.too_long, video.quota
 */
export async function publishUpload(
  deps: Deps,
  request: {
    id: string;
    ownerId: string;
    promptId: number;
    sha256?: string | undefined;
    audience?: ChosenAudience | undefined;
    answer?: Answer;
  },
): Promise<{ video: Video; isNew: boolean }> {
  const { ownerId, promptId, audience } = request;
  const isAudienceChosen = request.audience !== undefined;
  const { answer = (tx, video) => answerQuestions(deps, tx, { ...video, isAudienceChosen }) } = request;
  const files = partialFiles(deps);
  return withUpload(deps, { id: request.id, ownerId, waitMs: PUBLISH_WAIT_MS }, async (row) => {
    const { id } = row;
    if (row.video_id !== null) {
      const videoId = row.video_id;
      if (audience) {
        await deps.db.transaction().execute(async (tx) => {
          await setPermission({ db: tx }, videoId, ownerId, audience.permission);
          await shareNewVideo(deps, tx, { videoId, ownerId, audience });
          await takeOutAskers(tx, videoId, audience.user_id);
        });
      }
      return { video: await getVideo(deps.db, videoId, ownerId), isNew: false };
    }
    if ((await files.size(id)) < row.size) throw new DomainError('upload.unfinished');
    await requireAnswerable(deps.db, promptId, ownerId);
    try {
      const videoId = await createVideoFrom(deps, row, {
        promptId,
        sha256: request.sha256?.toLowerCase(),
        audience,
        answer,
      });
      await files
        .remove(id)
        .catch((error) => deps.log.warn({ err: error }, 'partial file not deleted, cleanup will retry'));
      return { video: await getVideo(deps.db, videoId, ownerId), isNew: true };
    } catch (error) {
      if (error instanceof DomainError && PERMANENT_ERRORS.has(error.code)) await deleteUpload(deps, id);
      throw error;
    }
  });
}

/**
 * Stores the file first, then inserts the rows and the job in one transaction. If the process is killed in between, the
 * sweep deletes the stored object, and the upload can still be published.
 * @param published.sha256 of the client's file, if given
 * @returns the video's id
 */
async function createVideoFrom(
  deps: Deps,
  upload: UploadRow,
  published: { promptId: number; sha256: string | undefined; audience: ChosenAudience | undefined; answer: Answer },
): Promise<string> {
  const { size, owner_id: ownerId } = upload;
  const id = newId();
  const key = `videos/${id}/original`;
  const folder = await deps.storage.stagingFolder();
  try {
    // The storage moves the file, so it gets a link.
    const path = await partialFiles(deps).linkInto(upload.id, folder);
    const sha256 = deps.runningHashes.take(upload.id, size)?.digest() ?? (await sha256OfFile(path));
    if ((published.sha256 ?? sha256) !== sha256) throw new DomainError('video.checksum');
    const { contentType, extension, durationMs, pixelRate } = await inspectUploadedFile(deps, path);
    const name = plainName(parseUploadMetadata(upload.metadata).get('filename') ?? '') || `video.${extension}`;
    await deps.storage.put(key, path);
    await deps.db.transaction().execute(async (tx) => {
      await consumeUpload(deps, tx, upload, id);
      const original = { key, contentType, size, sha256, name };
      await createVideo(deps, tx, {
        id,
        ownerId,
        promptId: published.promptId,
        permission: published.audience?.permission ?? DEFAULT_PERMISSION,
        durationMs,
        pixelRate,
        original,
      });
      await moveEarlySplit(tx, upload.id, id);
      if (published.audience) await shareNewVideo(deps, tx, { videoId: id, ownerId, audience: published.audience });
      await published.answer(tx, { videoId: id, ownerId, promptId: published.promptId });
    });
    return id;
  } catch (error) {
    await deleteUnlessCreated(deps, id, key, ownerId);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** If the connection fails during the commit, the error does not show whether the video exists. */
async function deleteUnlessCreated(deps: Deps, videoId: string, key: string, ownerId: string): Promise<void> {
  try {
    await requireOwnVideo(deps.db, videoId, ownerId);
  } catch (error) {
    // If the database does not respond, the sweep decides later.
    if (error instanceof DomainError) await deps.storage.delete(key).catch(() => {});
  }
}
