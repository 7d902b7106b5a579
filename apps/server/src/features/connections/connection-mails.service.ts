import type { Deps } from '../../platform/deps.ts';
import { wantsMail } from '../notifications/notifications.service.ts';
import { connectionMail } from './connection-mail.ts';
import { findConnectionMail, listSharedConnections } from './connections.queries.ts';

/**
 * Sends the mail about a connection as it is now: a request to the person who is asked, or the acceptance to the one who
 * asked. Sends nothing if the request was withdrawn or answered meanwhile, or if the recipient has turned these mails off.
 */
export async function sendConnectionMail(
  deps: Deps,
  { connectionId, recipientId }: { connectionId: string; recipientId: string },
): Promise<void> {
  const row = await findConnectionMail(deps.db, connectionId, recipientId);
  if (!row) return;
  const asksRecipient = row.status === 'pending' ? row.addressee_id === recipientId : row.asked_by === row.other_id;
  const isAccepted = row.status === 'accepted' && row.asked_by === null;
  if (!asksRecipient && !isAccepted) return;
  if (!(await wantsMail(deps.db, recipientId, asksRecipient ? 'connection-request' : 'connection-accepted'))) return;
  const shared = asksRecipient ? await listSharedConnections(deps.db, recipientId, [row.other_id]) : new Map();
  const { publicUrl } = deps.config;
  const mail = connectionMail({
    kind: asksRecipient ? 'request' : 'accepted',
    recipientName: row.recipient_first_name,
    person: row,
    relationship: row.asked_relationship ?? row.relationship,
    shared: shared.get(row.other_id) ?? null,
    url:
      row.status === 'pending'
        ? `${publicUrl}/user/${recipientId}/connections?tab=requests`
        : `${publicUrl}/user/${row.other_id}/videos`,
    settingsUrl: `${publicUrl}/user/${recipientId}/edit?tab=notifications`,
  });
  await deps.mailer.send({ to: row.recipient_email, ...mail });
}
