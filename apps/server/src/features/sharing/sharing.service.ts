import type { PageQuery, SharedByMeVideo, SharedWithMeVideo, ShareRecipient, ShareRequest } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { decodeTimeCursor, type Page, toPage } from '../../platform/paging.ts';
import { areConnected } from '../connections/connections.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { requireOwnVideo } from '../videos/videos.policy.ts';
import { getVideos } from '../videos/videos.service.ts';
import { shareMail } from './share-mail.ts';
import { shareMailJob } from './sharing.job-definition.ts';
import { presentRecipient, presentSharedBy, presentSharedWith } from './sharing.presenter.ts';
import {
  deleteShare,
  findShareMail,
  insertShares,
  listNewestRecipients,
  listReadyShares,
  listRecipients,
  listSharedBy,
  listSharedWith,
} from './sharing.queries.ts';

/** Seconds until a mail is tried again whose video is still being prepared. */
const NOT_READY_DELAY_SECONDS = 60;

/**
 * Give an own video to connections (API-23). Those who have it already keep it and get no second mail.
 * @throws DomainError video.missing, or share.not_connected if it names anybody who is no accepted connection
 */
export async function shareVideo(deps: Deps, ownerId: string, request: ShareRequest): Promise<void> {
  const { video_id: videoId, message = '' } = request;
  const recipients = [...new Set(request.user_id.map((id) => id.toLowerCase()))];
  await deps.db.transaction().execute(async (tx) => {
    await requireOwnVideo(tx, videoId, ownerId);
    const connected = await areConnected(tx, ownerId, recipients);
    if (!recipients.every((id) => connected.has(id))) throw new DomainError('share.not_connected');
    const added = await insertShares(tx, { videoId, ownerId, recipients, message: message.trim() });
    await notifyRecipients(tx, videoId, added);
    for (const recipientId of added) await deps.jobs.enqueue(tx, shareMailJob, { videoId, recipientId });
  });
}

/**
 * Tell in the app those who were given a video, or those of `among`; nobody before it is ready. Called again when it has
 * become so.
 */
export async function notifyRecipients(tx: Db, videoId: string, among?: readonly string[]): Promise<void> {
  const shares = await listReadyShares(tx, videoId, among);
  await notify(
    tx,
    ...shares.map((share) => ({
      kind: 'video-shared' as const,
      userId: share.recipient_id,
      actorId: share.owner_id,
      videoId,
    })),
  );
}

/** Send the mail of a share; later, if the video is still being prepared; never, if the share was withdrawn. */
export async function sendShareMail(deps: Deps, ids: { videoId: string; recipientId: string }): Promise<void> {
  const share = await findShareMail(deps.db, ids.videoId, ids.recipientId);
  if (!share || share.status === 'failed') return;
  if (share.status === 'processing') {
    await deps.jobs.enqueue(deps.db, shareMailJob, ids, { delaySeconds: NOT_READY_DELAY_SECONDS });
    return;
  }
  const mail = shareMail({
    ownerName: `${share.owner_first_name} ${share.owner_last_name}`,
    recipientName: share.recipient_first_name,
    prompt: share.prompt,
    message: share.message,
    address: `${deps.config.publicUrl}/user/${share.owner_id}/videos?autoplay=${ids.videoId}`,
  });
  await deps.mailer.send({ to: share.recipient_email, ...mail });
}

/** Shared With Me, newest share first (API-11). */
export async function listSharedWithMe(
  deps: Deps,
  personId: string,
  query: PageQuery,
): Promise<Page<SharedWithMeVideo>> {
  const rows = await listSharedWith(deps.db, personId, decodeTimeCursor(query.cursor), query.limit + 1);
  const page = toPage(rows, query.limit, (row) => [row.cursor_at, row.video_id]);
  const videos = await getVideos(
    deps.db,
    page.rows.map((row) => row.video_id),
    personId,
  );
  return { rows: withVideo(page.rows, videos, presentSharedWith), next: page.next };
}

/** Shared By Me: one entry a video, newest video first (API-12). */
export async function listSharedByMe(deps: Deps, personId: string, query: PageQuery): Promise<Page<SharedByMeVideo>> {
  const rows = await listSharedBy(deps.db, personId, decodeTimeCursor(query.cursor), query.limit + 1);
  const page = toPage(rows, query.limit, (row) => [row.cursor_at, row.video_id]);
  const ids = page.rows.map((row) => row.video_id);
  const videos = await getVideos(deps.db, ids, personId);
  const recipients = Map.groupBy(await listNewestRecipients(deps.db, ids), (row) => row.video_id);
  return {
    rows: withVideo(page.rows, videos, (row, video) => presentSharedBy(row, video, recipients.get(row.video_id) ?? [])),
    next: page.next,
  };
}

/** Rows with their videos; one that went between the two reads is left out. */
function withVideo<Row extends { video_id: string }, Video, Entry>(
  rows: readonly Row[],
  videos: Map<string, Video>,
  present: (row: Row, video: Video) => Entry,
): Entry[] {
  return rows.flatMap((row) => {
    const video = videos.get(row.video_id);
    return video ? [present(row, video)] : [];
  });
}

/** Remove what was given to the caller (API-13). @throws DomainError share.missing */
export async function removeOwnShare(deps: Deps, videoId: string, recipientId: string): Promise<void> {
  if (!(await deleteShare(deps.db, videoId, recipientId))) throw new DomainError('share.missing');
}

/** Who was given an own video, newest first. @throws DomainError video.missing */
export async function listVideoRecipients(
  deps: Deps,
  videoId: string,
  ownerId: string,
  query: PageQuery,
): Promise<Page<ShareRecipient>> {
  await requireOwnVideo(deps.db, videoId, ownerId);
  const rows = await listRecipients(deps.db, videoId, decodeTimeCursor(query.cursor), query.limit + 1);
  const page = toPage(rows, query.limit, (row) => [row.cursor_at, row.id]);
  return { rows: page.rows.map(presentRecipient), next: page.next };
}

/** Withdraw an own video from a person; nothing happens if they did not have it. @throws DomainError video.missing */
export async function removeShare(deps: Deps, videoId: string, ownerId: string, recipientId: string): Promise<void> {
  await requireOwnVideo(deps.db, videoId, ownerId);
  await deleteShare(deps.db, videoId, recipientId);
}
