import { notificationPath, notificationText } from '@kinreel/contracts/notification-text';
import type { Notification, NotificationKind } from '@kinreel/contracts/notifications';
import { expect, test } from 'vitest';
import { entryPath, entryText, groupTitle, rowTime } from './notification-text.ts';

const ME = '0193d0c0-0000-7000-8000-000000000001';
const TAVI = '0193d0c0-0000-7000-8000-000000000002';
const VIDEO = '0193d0c0-0000-7000-8000-000000000003';
const place = { city: 'Duluth', state: 'MN', country: 'United States', profile_image: null };

function notification(kind: NotificationKind, owner: string): Notification {
  const isVideo = kind.startsWith('video');
  const isOwn = isVideo && owner === ME;
  return {
    id: '0193d0c0-0000-7000-8000-000000000004',
    kind,
    created_at: '2026-03-10T09:30:00Z',
    read: false,
    actor: isOwn ? null : { id: TAVI, first_name: 'Tavi', last_name: 'Fennick', ...place },
    video: isVideo ? { id: VIDEO, prompt: 'What was your first job?', user_id: owner } : null,
    message: '',
    connection_id: isVideo ? null : '0193d0c0-0000-7000-8000-000000000005',
    relationship: isVideo ? null : 'family',
    pending: kind === 'connection-request',
  };
}

test.each([
  ['connection-request', ME, 'Tavi Fennick would like to connect as family', `/user/${ME}/connections?tab=requests`],
  ['connection-accepted', ME, 'You and Tavi Fennick are now connected as family', `/user/${TAVI}/videos`],
  [
    'video-shared',
    TAVI,
    'Tavi Fennick shared a video with you: What was your first job?',
    `/user/${TAVI}/videos?autoplay=${VIDEO}`,
  ],
  ['video-ready', ME, 'Your video is ready: What was your first job?', `/user/${ME}/videos?autoplay=${VIDEO}`],
  ['video-failed', ME, "We couldn't use your video: What was your first job?", `/user/${ME}/uploads`],
] as const)('[SHARE-06] %s has its text and link', (kind, owner, text, path) => {
  expect(notificationText(notification(kind, owner))).toBe(text);
  expect(notificationPath(notification(kind, owner), ME)).toBe(path);
});

test.each([
  [[['silent', null]], 'but we hear nothing in it'],
  [[['black', null]], 'but its picture is black'],
  [
    [
      ['silent', null],
      ['black', null],
    ],
    'but its picture is black and we hear nothing in it',
  ],
  [[['silent', 7]], 'but we hear nothing at its start'],
  [[['black', 7]], 'but its picture is black at its start'],
  [
    [
      ['silent', 7],
      ['black', null],
    ],
    'but its picture is black',
  ],
] as const)('[UP-02] the text of a ready video names its problems: %j', (wrong, words) => {
  const ready = notification('video-ready', ME);
  const notes = wrong.map(([kind, seconds]) => ({ kind, seconds }));
  const video = ready.video && { ...ready.video, notes };
  expect(notificationText({ ...ready, video })).toBe(`Your video is ready, ${words}: What was your first job?`);
});

test('a note and a heart lead to what people say about the video', () => {
  const about = { ...notification('video-ready', ME), actor: null };
  expect(notificationPath({ ...about, kind: 'note', note_id: TAVI }, ME)).toBe(`/watch/${VIDEO}#words${TAVI}`);
  expect(notificationPath({ ...about, kind: 'heart' }, ME)).toBe(`/watch/${VIDEO}#words`);
});

test('[CONN-01] a friend request mentions friends', () => {
  const request: Notification = { ...notification('connection-request', ME), relationship: 'friend' };
  expect(notificationText(request)).toBe('Tavi Fennick would like to connect as friends');
});

test('[CONN-02] a requested change of a connection leads to the profile of the person who requests it', () => {
  const asked = { ...notification('connection-request', ME), pending: false };
  expect(notificationPath(asked, ME)).toBe(`/user/${TAVI}/videos`);
});

test('[SHARE-06] several ready videos have one text and open the user’s own videos', () => {
  const ready = notification('video-ready', ME);
  expect(entryText([ready, ready, ready])).toBe('3 videos are ready');
  expect(entryPath([ready, ready, ready], ME)).toBe(`/user/${ME}/videos`);
  expect(entryText([ready])).toBe('Your video is ready: What was your first job?');
});

test('[SHARE-06] a day is today, yesterday, also across months, or a date', () => {
  const now = new Date(2026, 2, 1, 0, 30);
  expect(['waiting', '2026-03-01', '2026-02-28', '2026-02-27'].map((key) => groupTitle(key, now))).toEqual([
    'Waiting for you',
    'Today',
    'Yesterday',
    '02/27/2026',
  ]);
});

test('a row below the heading of an earlier day has the time of day, others the time since then', () => {
  const now = new Date('2026-03-10T12:00:00');
  expect(rowTime('2026-03-01', '2026-03-01T15:05:00', now)).toMatch(/^3:05\sPM$/);
  expect(rowTime('2026-03-09', '2026-03-09T09:30:00', now)).toMatch(/^9:30\sAM$/);
  expect(rowTime('2026-03-10', '2026-03-10T11:55:00', now)).toBe('5 minutes ago');
  expect(rowTime('waiting', '2026-03-09T12:00:00', now)).toBe('yesterday');
});
