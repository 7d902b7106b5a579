import { defineMessages } from '../define-messages.ts';

/** Why a video failed, by the code that its row stores. */
export const videoFailures = defineMessages('video-failures', {
  damaged: 'This file seems to be damaged, so it cannot be played. If you have another copy, please try that one.',
  unsupported: 'We cannot read this kind of video. Please save it as MP4 and upload it again.',
  no_picture: 'This file has sound but no video. Please choose another file.',
  too_long: 'This video is too long. Please upload a shorter one.',
  needs_converter:
    'We cannot show this video here. Please save it as MP4 and upload it again. If it is an MP4 file, it may be damaged.',
  too_demanding: 'This video is too large for us to prepare. Please upload a smaller version of it.',
  file_missing: 'A file of this video is missing, so it cannot be played. Please upload the video again.',
  other: 'We could not prepare this video. Nothing is wrong with your file, and we still have it.',
});
