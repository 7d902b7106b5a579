import { notifications as text } from '@kinreel/messages/en/notifications';
import type { Notification } from './notifications.ts';
import type { VideoNote } from './videos.ts';

/** The text of a notification. */
export function notificationText({ kind, actor, video, ...notification }: Notification): string {
  const relationship = notification.relationship ?? 'friend';
  const name = actor ? `${actor.first_name} ${actor.last_name}`.trim() : '';
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

const videosOf = (userId: string) => `/user/${userId}/videos`;

/** The path that a notification links to. @param userId the recipient */
export function notificationPath(
  { kind, actor, video, pending, note_id: noteId }: Notification,
  userId: string,
): string {
  const own = `/user/${userId}`;
  switch (kind) {
    case 'connection-request':
      return pending ? `${own}/connections?tab=requests` : videosOf(actor?.id ?? userId);
    case 'connection-accepted':
      return videosOf(actor?.id ?? userId);
    case 'video-shared':
    case 'video-opened':
    case 'video-given':
    case 'video-ready':
    case 'question-answered':
      return video ? `${videosOf(video.user_id)}?autoplay=${video.id}` : videosOf(userId);
    case 'note':
    case 'heart':
      return video ? `/watch/${video.id}#words${noteId ?? ''}` : videosOf(userId);
    // The uploads page offers Retry.
    case 'video-failed':
      return `${own}/uploads`;
    case 'video-gone':
    case 'question':
    case 'week-question':
      return videosOf(userId);
    case 'archive-ready':
    case 'archive-failed':
    case 'steward-named':
    case 'steward-declined':
    case 'steward-asked':
    case 'steward-started':
    case 'steward-stopped':
      return `${own}/edit?tab=account`;
  }
}
