import type { Deps } from '../../platform/deps.ts';
import type { ConnectionNews, WrittenMail } from '../mails/outbox.service.ts';
import { unsubscribeUrl } from '../mails/unsubscribe.service.ts';
import { mailPortrait } from '../profile/photos.service.ts';
import { connectionMail } from './connection-mail.ts';
import { findConnectionMail, listSharedConnections } from './connections.queries.ts';

/**
 * Writes the mail about a connection: about a pending request to its recipient, or about the acceptance to the
 * requester or inviter.
 * @returns null if the request was withdrawn or answered meanwhile
 */
export async function writeConnectionMail(
  deps: Deps,
  { connectionId, recipientId, news }: { connectionId: string; recipientId: string; news?: ConnectionNews },
): Promise<WrittenMail> {
  const row = await findConnectionMail(deps.db, connectionId, recipientId);
  if (!row) return null;
  const asksRecipient = row.status === 'pending' ? row.addressee_id === recipientId : row.asked_by === row.other_id;
  // The mail about a request that is accepted meanwhile is obsolete.
  const isAccepted = row.status === 'accepted' && row.asked_by === null && news !== 'request';
  if (!asksRecipient && !isAccepted) return null;
  const shared = asksRecipient ? await listSharedConnections(deps.db, recipientId, [row.other_id]) : new Map();
  const { publicUrl } = deps.config;
  const kind = asksRecipient ? 'connection-request' : 'connection-accepted';
  return {
    kind,
    senderId: row.other_id,
    recipient: { userId: recipientId },
    subjectId: null,
    content: async () =>
      connectionMail({
        kind: asksRecipient ? 'request' : news === 'invited' ? 'invited' : 'accepted',
        recipientName: row.recipient_first_name,
        person: row,
        portrait: await mailPortrait(deps, row.other_id, recipientId),
        relationship: row.asked_relationship ?? row.relationship,
        shared: shared.get(row.other_id) ?? null,
        url:
          row.status === 'pending'
            ? `${publicUrl}/user/${recipientId}/connections?tab=requests`
            : `${publicUrl}/user/${row.other_id}/videos`,
        turnOffUrl: unsubscribeUrl(deps, recipientId, kind),
      }),
  };
}
