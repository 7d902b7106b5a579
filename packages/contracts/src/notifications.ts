import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { relationship } from './connections.ts';
import { person } from './profile.ts';
import { videoNote } from './videos.ts';

/** Kinds of entries in the notification list (SHARE-06). */
export const NOTIFICATION_KINDS = [
  'connection-request',
  'connection-accepted',
  'video-shared',
  'video-opened',
  'video-ready',
  'video-failed',
  'video-gone',
  'archive-ready',
  'archive-failed',
  'video-given',
  'steward-named',
  'steward-declined',
  'steward-asked',
  'steward-started',
  'steward-stopped',
  'note',
  'heart',
  'question',
  'question-answered',
  'week-question',
] as const;
export const notificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof notificationKind>;

/** When a kind is sent by mail. Daily and weekly ones are gathered in one mail, the digest. */
export const MAIL_PACES = ['at-once', 'daily', 'weekly', 'never'] as const;
export const mailPace = z.enum(MAIL_PACES);
export type MailPace = z.infer<typeof mailPace>;

/** Kinds that are also sent by mail, each with its pace until the person chooses another. */
export const MAIL_DEFAULTS = {
  'connection-request': 'at-once',
  'connection-accepted': 'at-once',
  'video-shared': 'at-once',
  'steward-named': 'at-once',
  note: 'daily',
  heart: 'daily',
  question: 'at-once',
  'question-answered': 'at-once',
} as const satisfies Partial<Record<NotificationKind, MailPace>>;
export type MailKind = keyof typeof MAIL_DEFAULTS;

/** Whether notifications of this kind are sent by mail. */
export function isMailKind(kind: NotificationKind): kind is MailKind {
  return kind in MAIL_DEFAULTS;
}

/** Maximum number of notifications per person, and days that they are kept. */
export const MAX_NOTIFICATIONS = 200;
export const NOTIFICATION_DAYS = 90;

/** A notification. It is deleted together with its subject, such as a removed share. */
export const notification = z.object({
  id,
  kind: notificationKind,
  created_at: isoDateTime,
  read: z.boolean(),
  /** Who caused it, or whose videos an archive contains (`archive-ready`); null if the person caused it themselves. */
  actor: z.nullable(person),
  /** The video, with its prompt's text, its owner's id and, for an own video that is ready, notes about problems. */
  video: z.nullable(z.object({ id, prompt: z.string(), user_id: id, notes: z.optional(z.array(videoNote)) })),
  /** The prompt of a shared video that was deleted with its owner's account. */
  gone_prompt: z.optional(z.string()),
  /** What the person is asked, of `question` and `week-question`. */
  question: z.optional(z.string()),
  /** The note of `note`. */
  note_id: z.optional(id),
  /** The words that came with the share of `video-shared`, or the text of the note; empty without any. */
  message: z.string(),
  connection_id: z.nullable(id),
  /** The connection's relationship, or the requested one. */
  relationship: z.nullable(relationship),
  /** `connection-request`: true for a new request, listed in My Connections; false for a requested change. */
  pending: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

/** A person's setting for one kind of notification. All are in the list by default. */
export const notificationSetting = z.object({
  kind: notificationKind,
  /** In the notification list. */
  in_app: z.boolean(),
  /** When it is sent by mail; null for kinds that have no mail. */
  mail: z.nullable(mailPace),
});
export type NotificationSetting = z.infer<typeof notificationSetting>;

/** GET /api/notifications/settings: one entry per kind. */
export const notificationSettingsResponse = z.array(notificationSetting);

/** PUT /api/notifications/settings: changes one kind; omitted fields are not changed. */
export const notificationSettingRequest = z
  .strictObject({ kind: notificationKind, in_app: z.optional(z.boolean()), mail: z.optional(mailPace) })
  .check(z.refine(({ kind, mail }) => mail === undefined || isMailKind(kind)));
export type NotificationSettingRequest = z.infer<typeof notificationSettingRequest>;

/** GET /api/notifications: newest first. */
export const notificationsResponse = z.array(notification);

/** GET /api/notifications/count */
export const notificationCount = z.object({ unread: z.int() });
export type NotificationCount = z.infer<typeof notificationCount>;

/** PUT /api/notifications/read: marks everything up to and including `up_to` as read, or all without it. */
export const readNotificationsRequest = z.strictObject({ up_to: z.optional(id) });
export type ReadNotificationsRequest = z.infer<typeof readNotificationsRequest>;
