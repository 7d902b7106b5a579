import { defineMessages } from '../define-messages.ts';

/** Lists of videos and their cards. */
export const videos = defineMessages('videos', {
  loadingVideo: 'Loading the video',
  connectionLost: 'Connection lost. Press Retry to continue where you stopped.',
  unavailable: 'You can no longer watch this video. It was deleted, or it is no longer shared with you.',
  loggedOut: 'You are logged out. Please log in to keep watching.',
  unplayable: "We can't play this video right now.",
});
