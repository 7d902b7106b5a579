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

/** Order within a day: other people's actions, then failed videos, then ready ones. */
const RANK = {
  'connection-request': 0,
  'video-shared': 1,
  'video-opened': 1,
  'video-given': 1,
  question: 1,
  'question-answered': 1,
  'steward-asked': 1,
  'steward-named': 1,
  'steward-started': 1,
  'steward-stopped': 2,
  'steward-declined': 2,
  note: 1,
  heart: 2,
  'connection-accepted': 2,
  'video-gone': 2,
  'video-failed': 3,
  'archive-failed': 3,
  'archive-ready': 4,
  'video-ready': 5,
} as const satisfies Record<Notification['kind'], number>;

/**
 * Groups notifications for the list. Open requests and new shares come first, then the rest by day. The ready videos of
 * a day are one entry.
 * @param rows newest first
 */
export function groupNotifications(rows: readonly Notification[]): NotificationGroup[] {
  const waits = ({ kind, read }: Notification) =>
    kind === 'connection-request' ||
    (['video-shared', 'video-opened', 'question', 'question-answered'].includes(kind) && !read);
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
  const sorted = rows.toSorted((a, b) => RANK[a.kind] - RANK[b.kind]);
  const [ready, ...moreReady] = sorted.filter(isFine);
  const others = sorted.filter((row) => !isFine(row)).map((row): NotificationEntry => [row]);
  return ready ? [...others, [ready, ...moreReady]] : others;
}
