import type { Notification } from '@kinreel/contracts/notifications';
import { fullName } from '../../shared/format/person.ts';
import { paths } from '../../shared/paths.ts';

/** What a notification says, as one plain sentence. */
export function sentenceOf({ kind, actor, video, relationship }: Notification): string {
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

/** Where it leads. @param userId the person who is told */
export function addressOf({ kind, actor, video }: Notification, userId: string): string {
  switch (kind) {
    case 'connection-request':
      return `${paths.connections(userId)}?tab=requests`;
    case 'connection-accepted':
      return paths.videos(actor?.id ?? userId);
    case 'video-shared':
    case 'video-ready':
      return video ? `${paths.videos(video.user_id)}?autoplay=${video.id}` : paths.videos(userId);
    // There it can be tried again.
    case 'video-failed':
      return paths.uploads(userId);
  }
}
