import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { relationship } from './connections.ts';
import { person } from './profile.ts';

/** What a person is told of in the app (SHARE-06). */
export const NOTIFICATION_KINDS = [
  'connection-request',
  'connection-accepted',
  'video-shared',
  'video-ready',
  'video-failed',
] as const;
export const notificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof notificationKind>;

/** The newest that are kept for a person, and for how many days. */
export const MAX_NOTIFICATIONS = 200;
export const NOTIFICATION_DAYS = 90;

/** One thing that concerns a person. It goes with what it is about: a withdrawn share takes its notification along. */
export const notification = z.object({
  id,
  kind: notificationKind,
  created_at: isoDateTime,
  read: z.boolean(),
  /** Who did it; null for what the person's own upload has come to. */
  actor: z.nullable(person),
  /** The video it is about, with its prompt's text and its owner's id. */
  video: z.nullable(z.object({ id, prompt: z.string(), user_id: id })),
  connection_id: z.nullable(id),
  /** How the two are, or want to be, connected. */
  relationship: z.nullable(relationship),
});
export type Notification = z.infer<typeof notification>;

/** GET /api/notifications: newest first. */
export const notificationsResponse = z.array(notification);

/** GET /api/notifications/count */
export const notificationCount = z.object({ unread: z.int() });
export type NotificationCount = z.infer<typeof notificationCount>;

/** PUT /api/notifications/read: up to and with this one, or all of them. */
export const readNotificationsRequest = z.strictObject({ up_to: z.optional(id) });
export type ReadNotificationsRequest = z.infer<typeof readNotificationsRequest>;
