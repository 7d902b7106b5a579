import type { Notification } from '@kinreel/contracts/notifications';
import type { VideoNote } from '@kinreel/contracts/videos';
import { notifications as text } from '@kinreel/messages/en/notifications';
import { formatDate, today } from '../../shared/format/date.ts';
import { fullName } from '../../shared/format/person.ts';
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

/** The text of a notification. */
export function notificationText({ kind, actor, video, ...notification }: Notification): string {
  const relationship = notification.relationship ?? 'friend';
  const name = actor ? fullName(actor) : '';
  const prompt = video?.prompt ?? '';
  switch (kind) {
    case 'connection-request':
      return text.connectionRequest({ relationship, name });
    case 'connection-accepted':
      return text.connectionAccepted({ relationship, name });
    case 'video-shared':
      return text.videoShared({ name, prompt });
    case 'video-opened':
      return text.videoOpened({ name, prompt });
    case 'video-ready':
      return video?.notes?.length
        ? text.videoReadyBut({ what: problemOf(video.notes), prompt })
        : text.videoReady({ prompt });
    case 'video-failed':
      return text.videoFailed({ prompt });
    case 'video-gone':
      return text.videoGone({ prompt: notification.gone_prompt ?? '' });
    case 'archive-ready':
      return actor ? text.keptArchiveReady({ name }) : text.archiveReady;
    case 'archive-failed':
      return actor ? text.keptArchiveFailed({ name }) : text.archiveFailed;
    case 'video-given':
      return text.videoGiven({ name, prompt });
    case 'steward-named':
      return text.stewardNamed({ name });
    case 'steward-declined':
      return text.stewardDeclined({ name });
    case 'steward-asked':
      return text.stewardAsked({ name });
    case 'steward-started':
      return text.stewardStarted({ name });
    case 'steward-stopped':
      return text.stewardStopped({ name });
    case 'note':
      return text.note({ name, prompt });
    case 'heart':
      return text.heart({ name, prompt });
    case 'question':
      return text.question({ name, prompt: notification.question ?? '' });
    case 'week-question':
      return text.weekQuestion({ prompt: notification.question ?? '' });
    case 'question-answered':
      return text.questionAnswered({ name, prompt });
  }
}

/** The most important problem: the whole video first, then its start. */
function problemOf(notes: readonly VideoNote[]): 'silent' | 'black' | 'both' | 'silentStart' | 'blackStart' {
  const whole = notes.filter(({ seconds }) => seconds === null);
  if (whole.length > 1) return 'both';
  return whole[0]?.kind ?? `${notes[0]?.kind ?? 'black'}Start`;
}

/** The path that a notification links to. @param userId the recipient */
export function notificationPath(
  { kind, actor, video, pending, note_id: noteId }: Notification,
  userId: string,
): string {
  switch (kind) {
    case 'connection-request':
      return pending ? `${paths.connections(userId)}?tab=requests` : paths.videos(actor?.id ?? userId);
    case 'connection-accepted':
      return paths.videos(actor?.id ?? userId);
    case 'video-shared':
    case 'video-opened':
    case 'video-given':
    case 'video-ready':
    case 'question-answered':
      return video ? `${paths.videos(video.user_id)}?autoplay=${video.id}` : paths.videos(userId);
    case 'note':
    case 'heart':
      return video ? paths.words(video.id, noteId) : paths.videos(userId);
    // The uploads page offers Retry.
    case 'video-failed':
      return paths.uploads(userId);
    case 'video-gone':
    case 'question':
    case 'week-question':
      return paths.videos(userId);
    case 'archive-ready':
    case 'archive-failed':
    case 'steward-named':
    case 'steward-declined':
    case 'steward-asked':
    case 'steward-started':
    case 'steward-stopped':
      return paths.account(userId);
  }
}
