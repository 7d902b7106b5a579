import { defineMessages } from '../define-messages.ts';

/** Why a video failed or waits, by the code in the database. */
export const videoFailures = defineMessages('video-failures', {
  damaged: 'This file seems to be damaged, so it cannot be played. If you have another copy, please try that one.',
  unsupported: 'We cannot read this kind of video. Please save it as MP4 and upload it again.',
  /** codec is a name such as "VVC (H.266)". */
  unsupported_codec:
    'This video is in a format that we cannot play: {codec}. Please save it as MP4 with H.264 and upload it again.',
  protected: 'This video is copy-protected, so we cannot play it. Please choose a video without copy protection.',
  too_many_tracks: 'This file has too many tracks for us to read. Please save the video as MP4 and upload it again.',
  no_picture: 'This file has sound but no video. Please choose another file.',
  too_long: 'This video is too long. Please upload a shorter one.',
  needs_converter:
    'We cannot show this video here. Please save it as MP4 and upload it again. If it is an MP4 file, it may be damaged.',
  too_demanding: 'This video is too large for us to prepare. Please upload a smaller version of it.',
  file_missing: 'A file of this video is missing, so it cannot be played. Please upload the video again.',
  no_room: 'We have your video, but no room to prepare it right now. We go on as soon as there is room.',
  other: 'We could not prepare this video. Nothing is wrong with your file, and we still have it.',
});
