import type { Notification, NotificationKind } from '@kinreel/contracts/notifications';
import { expect, test } from 'vitest';
import { groupNotifications } from './notification-groups.ts';

/** A notification. The `id` identifies it in the expected result. */
function notification(id: string, kind: NotificationKind, at: string, read = true): Notification {
  return {
    id,
    kind,
    created_at: at,
    read,
    actor: null,
    video: null,
    message: '',
    connection_id: null,
    relationship: null,
    pending: false,
  };
}
/** Headings with the ids below them. The ids of one entry are joined. */
const grouped = (...rows: Notification[]) =>
  groupNotifications(rows).map(({ key, entries }) => [
    key,
    ...entries.map((entry) => entry.map(({ id }) => id).join('+')),
  ]);

test('[SHARE-06] open requests and new shares come first, then the days', () => {
  expect(
    grouped(
      notification('ready', 'video-ready', '2026-03-10T12:00:00', false),
      notification('new share', 'video-shared', '2026-03-09T12:00:00', false),
      notification('old share', 'video-shared', '2026-03-09T11:00:00'),
      notification('request', 'connection-request', '2026-01-01T12:00:00'),
    ),
  ).toEqual([
    ['waiting', 'new share', 'request'],
    ['2026-03-10', 'ready'],
    ['2026-03-09', 'old share'],
  ]);
});

test('[UP-02] a ready video with a problem has a separate entry', () => {
  const silent = notification('silent', 'video-ready', '2026-03-10T14:00:00');
  const notes = [{ kind: 'silent' as const, seconds: null }];
  expect(
    grouped(
      notification('a', 'video-ready', '2026-03-10T15:00:00'),
      { ...silent, video: { id: silent.id, prompt: '', user_id: silent.id, notes } },
      notification('b', 'video-ready', '2026-03-10T13:00:00'),
    ),
  ).toEqual([['2026-03-10', 'a+b', 'silent']]);
});

test('[SHARE-06] each group begins with the newest; the ready videos of one day are one entry', () => {
  expect(
    grouped(
      notification('heart', 'heart', '2026-03-10T16:00:00'),
      notification('a', 'video-ready', '2026-03-10T15:00:00', false),
      notification('failed', 'video-failed', '2026-03-10T14:00:00'),
      notification('b', 'video-ready', '2026-03-10T13:00:00'),
      notification('accepted', 'connection-accepted', '2026-03-10T12:00:00', false),
      notification('c', 'video-ready', '2026-03-09T23:59:59'),
    ),
  ).toEqual([
    ['2026-03-10', 'heart', 'a+b', 'failed', 'accepted'],
    ['2026-03-09', 'c'],
  ]);
});

test('an empty list has no groups', () => {
  expect(grouped()).toEqual([]);
});
