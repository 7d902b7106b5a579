import type {
  ChosenAudience,
  PageQuery,
  SharedByMeVideo,
  SharedWithMeVideo,
  ShareRecipient,
  ShareRequest,
} from '@kinreel/contracts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { decodeTimeCursor, type Page, toPage } from '../../platform/http/paging.ts';
import { areConnected } from '../connections/connections.service.ts';
import { mailName } from '../mails/mail-name.presenter.ts';
import { videoMailPicture } from '../mails/mail-picture.presenter.ts';
import { enqueueMail, type WrittenMail } from '../mails/outbox.service.ts';
import { unsubscribeUrl } from '../mails/unsubscribe.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { mailPortrait } from '../profile/photos.service.ts';
import { removeVisitor } from '../short-links/short-links.service.ts';
import { presentVideo } from '../videos/videos.presenter.ts';
import { getVideos } from '../videos/videos.service.ts';
import { opensLater, requireOwnVideo } from '../visibility/visibility.policy.ts';
import { shareMail } from './share-mail.ts';
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

/**
 * Shares the owner's video with connections (API-23). People who already have a share get no second mail.
 * @throws DomainError video.missing, or share.not_connected if a recipient is not an accepted connection
 */
export async function shareVideo(deps: Deps, ownerId: string, request: ShareRequest): Promise<void> {
  const { video_id: videoId, message = '' } = request;
  const recipients = [...new Set(request.user_id)];
  await deps.db.transaction().execute(async (tx) => {
    await requireOwnVideo(tx, videoId, ownerId);
    const connected = await areConnected(tx, ownerId, recipients);
    if (!recipients.every((id) => connected.has(id))) throw new DomainError('share.not_connected');
    await share(deps, tx, { videoId, ownerId, recipients, message });
  });
}

/**
 * Shares a new video with the people chosen before it was published. People who are no longer connected are skipped.
 */
export async function shareNewVideo(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  { videoId, ownerId, audience }: { videoId: string; ownerId: string; audience: Omit<ChosenAudience, 'permission'> },
): Promise<void> {
  const { user_id: people, message = '' } = audience;
  if (people.length === 0) return;
  const recipients = [...(await areConnected(tx, ownerId, people))];
  await share(deps, tx, { videoId, ownerId, recipients, message });
}

async function share(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  { message, ...to }: { videoId: string; ownerId: string; recipients: string[]; message: string },
): Promise<void> {
  const { videoId } = to;
  const added = await insertShares(tx, { ...to, message: message.trim() });
  await notifyRecipients(deps, tx, videoId, added);
  for (const recipientId of added) await enqueueMail(deps, tx, { kind: 'video-shared', videoId, recipientId });
}

/**
 * Shares a video with a person who accepted an invitation, without a share mail. They need not be connected. No effect
 * if they already have a share.
 */
export async function shareByInvitation(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  share: { videoId: string; ownerId: string; recipientId: string; message: string },
): Promise<void> {
  const { videoId, ownerId, recipientId, message } = share;
  const added = await insertShares(tx, { videoId, ownerId, recipients: [recipientId], message });
  await notifyRecipients(deps, tx, videoId, added);
}

/**
 * Notifies the recipients of a video, or only those in `among`. Does nothing unless the video is ready; called again
 * when it becomes ready.
 */
export async function notifyRecipients(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  videoId: string,
  among?: readonly string[],
): Promise<void> {
  const shares = await listReadyShares(tx, videoId, among);
  await notify(
    deps,
    tx,
    ...shares.map((share) => ({
      kind: share.is_answer ? ('question-answered' as const) : ('video-shared' as const),
      userId: share.recipient_id,
      actorId: share.owner_id,
      videoId,
    })),
  );
}

/** Writes the mail of a share. @returns `later` while the video is processing; null if the share was removed */
export async function writeShareMail(deps: Deps, ids: { videoId: string; recipientId: string }): Promise<WrittenMail> {
  const share = await findShareMail(deps.db, ids.videoId, ids.recipientId);
  // The mail of a scheduled video is sent when it opens.
  if (!share || share.status === 'failed' || (await opensLater(deps.db, ids.videoId))) return null;
  if (share.status === 'processing') return 'later';
  const kind = share.is_answer ? 'question-answered' : 'video-shared';
  return {
    kind,
    senderId: share.owner_id,
    recipient: { userId: ids.recipientId },
    subjectId: ids.videoId,
    content: async () =>
      shareMail({
        ownerName: mailName(share.owner_first_name, share.owner_last_name),
        recipientName: mailName(share.recipient_first_name),
        prompt: share.prompt,
        isAnswer: share.is_answer,
        message: share.message,
        url: `${deps.config.publicUrl}/user/${share.owner_id}/videos?autoplay=${ids.videoId}`,
        turnOffUrl: unsubscribeUrl(deps, ids.recipientId, kind),
        picture: await videoMailPicture(),
        portrait: await mailPortrait(deps, share.owner_id, ids.recipientId),
      }),
  };
}

/** Shared With Me, newest share first (API-11). */
export async function listSharedWithMe(
  deps: Deps,
  personId: string,
  query: PageQuery,
): Promise<Page<SharedWithMeVideo>> {
  const rows = await listSharedWith(deps.db, personId, decodeTimeCursor(query.cursor), query.limit + 1);
  const page = toPage(rows, query.limit, (row) => [row.entry_cursor, row.id]);
  return { rows: page.rows.map((row) => presentSharedWith(row, presentVideo(row, personId))), next: page.next };
}

/** Shared By Me: one entry per video, newest video first (API-12). */
export async function listSharedByMe(deps: Deps, personId: string, query: PageQuery): Promise<Page<SharedByMeVideo>> {
  const rows = await listSharedBy(deps.db, personId, decodeTimeCursor(query.cursor), query.limit + 1);
  const page = toPage(rows, query.limit, (row) => [row.cursor_at, row.video_id]);
  const ids = page.rows.map((row) => row.video_id);
  const videos = await getVideos(deps.db, ids, personId);
  const recipients = Map.groupBy(await listNewestRecipients(deps.db, ids, personId), (row) => row.video_id);
  return {
    rows: withVideo(page.rows, videos, (row, video) => presentSharedBy(row, video, recipients.get(row.video_id) ?? [])),
    next: page.next,
  };
}

/** Combines rows with their videos. Skips videos that were deleted between the two queries. */
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

/**
 * Removes a video from the recipient's list (API-13): deletes the share and the redeemed links. Links can be redeemed
 * again.
 * @throws DomainError share.missing
 */
export async function removeOwnShare(deps: Deps, videoId: string, recipientId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const shared = await deleteShare(tx, videoId, recipientId);
    const visited = await removeVisitor(tx, videoId, recipientId);
    if (!shared && !visited) throw new DomainError('share.missing');
  });
}

/** Recipients of the owner's video, newest first. @throws DomainError video.missing */
export async function listVideoRecipients(
  deps: Deps,
  videoId: string,
  ownerId: string,
  query: PageQuery,
): Promise<Page<ShareRecipient>> {
  await requireOwnVideo(deps.db, videoId, ownerId);
  const rows = await listRecipients(deps.db, videoId, ownerId, decodeTimeCursor(query.cursor), query.limit + 1);
  const page = toPage(rows, query.limit, (row) => [row.cursor_at, row.id]);
  return { rows: page.rows.map(presentRecipient), next: page.next };
}

/** Removes a share as the owner; no error if there is none. @throws DomainError video.missing */
export async function removeShare(deps: Deps, videoId: string, ownerId: string, recipientId: string): Promise<void> {
  await requireOwnVideo(deps.db, videoId, ownerId);
  await deleteShare(deps.db, videoId, recipientId);
}

/** Removes a share in the caller's transaction. The caller has checked that the video is the owner's. */
export async function removeRecipient(tx: Tx, videoId: string, recipientId: string): Promise<void> {
  await deleteShare(tx, videoId, recipientId);
}
