import { notificationPath, notificationText } from '@kinreel/contracts/notification-text';
import { notifications as text } from '@kinreel/messages/en/notifications';
import { formatDate, today } from '../../shared/format/date.ts';
import { formatRelativeTime } from '../../shared/format/relative-time.ts';
import { language } from '../../shared/i18n/language.ts';
import { paths } from '../../shared/paths.ts';
import type { NotificationEntry } from './notification-groups.ts';

/** The text of an entry: several ready videos, or one notification. */
export function entryText(entry: NotificationEntry): string {
  return entry.length > 1 ? text.videosReady({ count: entry.length }) : notificationText(entry[0]);
}

/** The path that an entry links to. @param userId the recipient */
export function entryPath(entry: NotificationEntry, userId: string): string {
  return entry.length > 1 ? paths.videos(userId) : notificationPath(entry[0], userId);
}

/** Heading of a group: "Today", "Yesterday" or the date. @param key `waiting` or the local date as `YYYY-MM-DD` */
export function groupTitle(key: string, now = new Date()): string {
  if (key === 'waiting') return text.forYou;
  if (key === today(now)) return text.today;
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return key === today(yesterday) ? text.yesterday : formatDate(key);
}

/** When an entry happened: below a heading with the day only the time of day. @param key the group, as in groupTitle */
export function rowTime(key: string, createdAt: string, now = new Date()): string {
  return key === 'waiting' || key === today(now)
    ? formatRelativeTime(createdAt, now)
    : new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(createdAt));
}
