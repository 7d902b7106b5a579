import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailPicture } from '@kinreel/mailer';

/** Rendered from video.svg in the same folder, at twice the size in the mail. */
const VIDEO_PICTURE = join(import.meta.dirname, '../../../assets/mail/video.png');

let picture: Promise<MailPicture> | undefined;

/**
 * The picture in mails about a video: people and a play button. The same for every video, because a mail may be read by
 * other people and cannot be revoked.
 */
export function videoMailPicture(): Promise<MailPicture> {
  picture ??= readFile(VIDEO_PICTURE).then((content) => ({
    cid: 'video',
    content,
    contentType: 'image/png' as const,
    width: 464,
    height: 232,
  }));
  return picture;
}
