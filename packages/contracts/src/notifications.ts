import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { relationship } from './connections.ts';
import { person } from './profile.ts';

/** Kinds of entries in the notification list (SHARE-06). */
export const NOTIFICATION_KINDS = [
  'connection-request',
  'connection-accepted',
  'video-shared',
  'video-ready',
  'video-failed',
] as const;
export const notificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof notificationKind>;

/** How many notifications are kept per person, and for how many days. */
export const MAX_NOTIFICATIONS = 200;
export const NOTIFICATION_DAYS = 90;

/** An entry in a person's notification list. It is deleted together with its subject, such as a removed share. */
export const notification = z.object({
  id,
  kind: notificationKind,
  created_at: isoDateTime,
  read: z.boolean(),
  /** Who caused it; null for the result of the person's own upload. */
  actor: z.nullable(person),
  /** The video it is about, with its prompt's text and its owner's id. */
  video: z.nullable(z.object({ id, prompt: z.string(), user_id: id })),
  connection_id: z.nullable(id),
  /** Relationship of the connection or request. */
  relationship: z.nullable(relationship),
});
export type Notification = z.infer<typeof notification>;

/** GET /api/notifications: newest first. */
export const notificationsResponse = z.array(notification);

/** GET /api/notifications/count */
export const notificationCount = z.object({ unread: z.int() });
export type NotificationCount = z.infer<typeof notificationCount>;

/** PUT /api/notifications/read: marks everything up to and including `up_to` as read, or all without it. */
export const readNotificationsRequest = z.strictObject({ up_to: z.optional(id) });
export type ReadNotificationsRequest = z.infer<typeof readNotificationsRequest>;
