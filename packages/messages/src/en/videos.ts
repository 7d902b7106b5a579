import { defineMessages } from '../define-messages.ts';

/** Cards and lists of the user's own videos. */
export const videos = defineMessages('videos', {
  // The specification's texts (section 4), to the letter.
  deleteTitle: 'Are you sure you want to delete this video?',
  deleteText: 'The deletion of this video will be permanent.',

  loading: 'Loading videos',
  loadFailed: "We couldn't load your videos",
  moreFailed: "We couldn't load more videos. Please try again.",
  deleted: 'The video is deleted',

  play: 'Play: {prompt}',
  playMatch: 'Play: {caption} at {time}',
  matchTime: 'at {time}',
  length: 'Length {duration}',
  preparing: 'Preparing your video: {percent}',
  trimming: 'Being trimmed: {percent}. Until then only you can see it.',
  trim: 'Trim',
  trimOf: 'Trim: {prompt}',
  changePicture: 'Change picture',
  changePictureOf: 'Change picture: {prompt}',
  trimmed: 'Trimmed: {start} to {end} of {all}',
  preparingName: 'Preparing your video: {prompt}',
  growing: 'You can watch this while it is being prepared.',
  ready: 'Ready',
  retry: 'Retry: {prompt}',
  chooseAnother: 'Choose another file',
  chooseAnotherFor: 'Choose another file: {prompt}',
  captions: 'Captions: {prompt}',
  captionsWord: 'Captions',
  shareWord: 'Share',
  deleteWord: 'Delete',
  share: 'Share: {prompt}',
  delete: 'Delete: {prompt}',
  downloadOriginal: 'Download the original',
  downloadOriginalOf: 'Download the original: {prompt}',

  missingSeconds: 'The last {count, plural, one {# second is} other {# seconds are}} missing. The file was cut off.',
  missingMinutes: 'The last {count, plural, one {# minute is} other {# minutes are}} missing. The file was cut off.',

  silent: 'We hear nothing in this video. Was the microphone off?',
  silentSeconds: 'We hear nothing in the first {count, plural, one {# second} other {# seconds}}.',
  silentMinutes: 'We hear nothing in the first {count, plural, one {# minute} other {# minutes}}.',
  black: 'The picture of this video is black. Was the camera covered?',
  blackSeconds: 'The picture is black for the first {count, plural, one {# second} other {# seconds}}.',
  blackMinutes: 'The picture is black for the first {count, plural, one {# minute} other {# minutes}}.',
  turned:
    'The picture turns upside down after {count, plural, one {# second} other {# seconds}}. You can trim the start, or record again.',
  recordAgain: 'Record again',
  recordAgainFor: 'Record again: {prompt}',

  permission: 'Permission',
  permissionIs: 'Permission: {permission}, {prompt}',
  everyone: 'Everyone',
  friend: 'Friend',
  family: 'Family',
  'invite-only': 'Invite-only',
  unknown: 'unknown',
  saved: 'Saved',
  whoSees: 'Who may see it: {prompt}',
});
