import type { VideoFailure } from '@kinreel/contracts';
import { errors } from '@kinreel/messages/en/errors';

/** Why a video failed, as an English sentence: `status_reason` of the API. */
export const VIDEO_FAILURE_MESSAGES: Readonly<Record<VideoFailure, string>> = {
  damaged: 'This file seems to be damaged, so it cannot be played. If you have another copy, please try that one.',
  unsupported: 'We cannot read this kind of video. Saved as MP4, it will work.',
  no_picture: errors['video.no_picture'],
  too_long: 'This video is too long. Please upload a shorter one.',
  needs_converter:
    'We cannot show this video here. An MP4 file made by a phone works; if this is one, it may be damaged.',
  too_demanding: 'This video is too large for us to prepare. A smaller version of it will work.',
  file_missing: 'A file of this video is missing, so it cannot be played. Please upload the video again.',
  other: 'We could not prepare this video. Nothing is wrong with your file, and we still have it.',
};
