import type { Notification } from '@kinreel/contracts/notifications';
import { today } from '../../shared/format/date.ts';

/** One row of the list: a notification, or several ready videos of one day without problems. */
export type NotificationEntry = readonly [Notification, ...Notification[]];

/** Entries with a common heading. */
export interface NotificationGroup {
  /** `waiting`, or the local date as `YYYY-MM-DD`. */
  key: string;
  entries: NotificationEntry[];
}

/**
 * Groups notifications for the list. Open requests and new shares come first, then the rest by day. Within a group
 * the newest is first. The ready videos of a day are one entry, in the place of the newest of them.
 * @param rows newest first
 */
export function groupNotifications(rows: readonly Notification[]): NotificationGroup[] {
  const waits = ({ kind, read }: Notification) =>
    kind === 'connection-request' ||
    (['video-shared', 'video-opened', 'question', 'question-answered', 'week-question'].includes(kind) && !read);
  const waiting = rows.filter(waits);
  const days = Map.groupBy(
    rows.filter((row) => !waits(row)),
    (row) => today(new Date(row.created_at)),
  );
  return [
    ...(waiting.length > 0 ? [{ key: 'waiting', entries: toEntries(waiting) }] : []),
    ...[...days].map(([key, ofDay]) => ({ key, entries: toEntries(ofDay) })),
  ];
}

/** Videos without problems share an entry; each of the others describes its problem. */
const isFine = ({ kind, video }: Notification) => kind === 'video-ready' && !video?.notes?.length;

function toEntries(rows: readonly Notification[]): NotificationEntry[] {
  const ready = rows.filter(isFine);
  return rows.flatMap((row): NotificationEntry[] => {
    if (!isFine(row)) return [[row]];
    return row === ready[0] ? [[row, ...ready.slice(1)]] : [];
  });
}
