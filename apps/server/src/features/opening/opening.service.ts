import type { OpeningResponse } from '@kinreel/contracts';
import { validation } from '@kinreel/messages/en/validation';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { postponeInvitations, sendWaitingInvitations } from '../invitations/invitations.service.ts';
import { enqueueMail } from '../mails/outbox.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { requireOwnVideo } from '../visibility/visibility.policy.ts';
import { presentOpening } from './opening.presenter.ts';
import { listOpened, listViewers, markAnnounced, setOpening } from './opening.queries.ts';

/**
 * Hides the caller's video from everybody else until a time, or opens it now. Takes effect immediately, also for open
 * downloads. Invitation mails are sent when it opens.
 * @throws DomainError video.missing unless it is the caller's own, request.invalid for a time in the past, or more than
 *   100 years from now
 */
export async function changeOpening(
  deps: Pick<Deps, 'db' | 'jobs'>,
  videoId: string,
  callerId: string,
  opensAt: string | null,
): Promise<OpeningResponse> {
  return deps.db.transaction().execute(async (tx) => {
    await requireOwnVideo(tx, videoId, callerId);
    const row = await setOpening(tx, videoId, callerId, opensAt === null ? null : new Date(opensAt));
    if (!row) throw new DomainError('request.invalid', { fields: { opens_at: validation.dateInPast } });
    if (row.opens_at) await postponeInvitations(tx, videoId, row.opens_at);
    else await sendWaitingInvitations(deps, tx, videoId, null);
    return presentOpening(row);
  });
}

/**
 * Notifies the viewers of opened videos once, and sends the mails of their shares and invitations. Access does not
 * depend on this job: the visibility rule checks the time itself. A killed run is resumed by the next one.
 */
export async function announceOpened(deps: Pick<Deps, 'db' | 'jobs'>, signal: AbortSignal): Promise<void> {
  const { db, jobs } = deps;
  for (const videoId of await listOpened(db)) {
    signal.throwIfAborted();
    await db.transaction().execute(async (tx) => {
      const video = await markAnnounced(tx, videoId);
      if (!video) return;
      const viewers = await listViewers(tx, videoId, video.owner_id);
      await notify(
        deps,
        tx,
        ...viewers.map(({ viewer_id: userId }) => ({
          kind: 'video-opened' as const,
          userId,
          actorId: video.owner_id,
          videoId,
        })),
      );
      for (const { viewer_id: recipientId, is_shared } of viewers) {
        if (is_shared) await enqueueMail({ jobs }, tx, { kind: 'video-shared', videoId, recipientId });
      }
      await sendWaitingInvitations({ jobs }, tx, videoId, video.opens_at);
    });
  }
}
