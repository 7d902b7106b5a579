import {
  isMailKind,
  MAIL_DEFAULTS,
  type MailPace,
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationKind,
  type NotificationSetting,
} from '@kinreel/contracts';
import { presentPerson } from '../profile/profile.presenter.ts';
import type { PersonRow } from '../profile/profile.table.ts';
import type { listNotifications } from './notifications.queries.ts';

type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number];

export function presentNotification(row: NotificationRow): Notification {
  const { video_id, owner_id, prompt, notes } = row;
  // Notes are only for the owner; `video-ready` is sent to nobody else.
  const wrong = row.kind === 'video-ready' && notes?.length ? { notes } : {};
  return {
    id: row.notification_id,
    kind: row.kind,
    created_at: row.created_at.toISOString(),
    read: row.read_at !== null,
    actor: hasActor(row) ? presentPerson(row) : null,
    video: video_id && owner_id && prompt !== null ? { id: video_id, prompt, user_id: owner_id, ...wrong } : null,
    ...(row.gone_prompt !== null && { gone_prompt: row.gone_prompt }),
    message: row.message ?? row.note_text ?? '',
    ...(row.question !== null && { question: row.question }),
    ...(row.note_id !== null && { note_id: row.note_id }),
    connection_id: row.connection_id,
    relationship: (row.kind === 'connection-request' && row.asked_relationship) || row.relationship,
    pending: row.connection_status === 'pending',
  };
}

/** One setting per kind; defaults for those that the person has not changed. */
export function presentSettings(
  rows: readonly { kind: NotificationKind; in_app: boolean; mail: MailPace | null }[],
): NotificationSetting[] {
  return NOTIFICATION_KINDS.map((kind) => {
    const { in_app, mail } = rows.find((row) => row.kind === kind) ?? { in_app: true, mail: null };
    return { kind, in_app, mail: isMailKind(kind) ? (mail ?? MAIL_DEFAULTS[kind]) : null };
  });
}

/** A left join returns either all columns of a person or none. */
function hasActor<Row extends { id: string | null }>(row: Row): row is Row & PersonRow {
  return row.id !== null;
}
