import type { Notification } from '@kinreel/contracts/notifications';
import { fullName } from '../../shared/format/person.ts';
import { paths } from '../../shared/paths.ts';

/** The text of a notification. */
export function notificationText({ kind, actor, video, relationship }: Notification): string {
  const name = actor ? fullName(actor) : '';
  const together = relationship === 'family' ? 'family' : 'friends';
  const prompt = video?.prompt ?? '';
  switch (kind) {
    case 'connection-request':
      return `${name} wants to be ${together}`;
    case 'connection-accepted':
      return `You and ${name} are now ${together}`;
    case 'video-shared':
      return `${name} shared a video with you: ${prompt}`;
    case 'video-ready':
      return `Your video is ready: ${prompt}`;
    case 'video-failed':
      return `We could not use your video: ${prompt}`;
  }
}

/** The path that a notification links to. @param userId the recipient */
export function notificationPath({ kind, actor, video }: Notification, userId: string): string {
  switch (kind) {
    case 'connection-request':
      return `${paths.connections(userId)}?tab=requests`;
    case 'connection-accepted':
      return paths.videos(actor?.id ?? userId);
    case 'video-shared':
    case 'video-ready':
      return video ? `${paths.videos(video.user_id)}?autoplay=${video.id}` : paths.videos(userId);
    // The uploads page offers Retry.
    case 'video-failed':
      return paths.uploads(userId);
  }
}
