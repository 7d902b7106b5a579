import { type Notification, PRODUCT_NAME, type PushDevice, type PushMessage } from '@kinreel/contracts';
import { notificationPath, notificationText } from '@kinreel/contracts/notification-text';

/** Browsers deliver 4 KB at most; these lengths fit in any script. */
const TITLE_LENGTH = 300;
const BODY_LENGTH = 200;

/** What a device shows, as the list of notifications says it. @param userId the recipient */
export function presentPush(notification: Notification, userId: string): PushMessage {
  const text = cut(notificationText(notification), TITLE_LENGTH);
  return {
    tag: notification.id,
    title: text || PRODUCT_NAME,
    body: cut(notification.message, BODY_LENGTH),
    path: notificationPath(notification, userId),
  };
}

export function presentDevice(row: { id: string; created_at: Date }): PushDevice {
  return { id: row.id, created_at: row.created_at.toISOString() };
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}
