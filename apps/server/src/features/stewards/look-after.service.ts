import type { Deps } from '../../platform/deps.ts';
import { endAnswerLinksOf } from '../answer-links/answer-links.service.ts';
import { enqueueMail } from '../mails/outbox.service.ts';
import { notify, removeNotification } from '../notifications/notifications.service.ts';
import { deleteVideo } from '../videos/videos.service.ts';
import { listToDelete, listToRemind, lockDeletion, setReminded, startDue } from './look-after.queries.ts';

/**
 * Runs the due steps of stewardships: mails to the owner, starts, and deletions of videos with the rule `delete`. Each
 * step is one transaction.
 */
export async function advanceStewardships(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  for (const id of await listToRemind(db)) {
    await db.transaction().execute(async (tx) => {
      const reminded = await setReminded(tx, id);
      if (!reminded) return;
      const recipientId = reminded.owner_id;
      await enqueueMail(deps, tx, { kind: 'steward', stewardRowId: id, recipientId, news: 'asked' });
    });
  }
  await db.transaction().execute(async (tx) => {
    for (const { id, owner_id: ownerId, steward_id: stewardId } of await startDue(tx)) {
      await removeNotification(tx, stewardId, id);
      await endAnswerLinksOf(tx, ownerId);
      await notify(deps, tx, { kind: 'steward-started', userId: stewardId, actorId: ownerId, stewardRowId: id });
      await enqueueMail(deps, tx, { kind: 'steward', stewardRowId: id, recipientId: stewardId, news: 'started' });
    }
  });
  for (const { id: videoId, owner_id: ownerId } of await listToDelete(db)) {
    signal.throwIfAborted();
    await db.transaction().execute(async (tx) => {
      if (!(await lockDeletion(tx, videoId, ownerId))) return;
      // Uses its own transaction. The lock only makes a sign of life wait.
      await deleteVideo(deps, videoId, ownerId);
      deps.log.info({ videoId }, 'video deleted at the date its owner chose');
    });
  }
}
