import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailPicture } from '@kinreel/mailer';

/** Rendered from video.svg beside it, at twice the size of the mail. */
const VIDEO_PICTURE = join(import.meta.dirname, '../../../assets/mail/video.png');

let picture: Promise<MailPicture> | undefined;

/**
 * The picture of mails about a video: people who visit each other, and a play button. The same for every video, because
 * a mail is read by others than its recipient and cannot be taken back.
 */
export function videoMailPicture(): Promise<MailPicture> {
  picture ??= readFile(VIDEO_PICTURE).then((content) => ({
    ...{ cid: 'video', content, contentType: 'image/png' as const },
    ...{ width: 464, height: 232 },
  }));
  return picture;
}
