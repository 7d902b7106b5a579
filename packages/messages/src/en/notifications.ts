import { defineMessages } from '../define-messages.ts';

/** The list of notifications. */
export const notifications = defineMessages('notifications', {
  new: 'New',
  loading: 'Loading notifications',
  loadFailed: "We couldn't load your notifications",
  moreFailed: "We couldn't load more notifications. Please try again.",
  noneTitle: 'Nothing new',
  noneText: 'When someone shares a video with you or asks to connect, you will see it here.',

  connectionRequest:
    '{relationship, select, family {{name} would like to connect as family} other {{name} would like to connect as friends}}',
  connectionAccepted:
    '{relationship, select, family {You and {name} are now connected as family} other {You and {name} are now connected as friends}}',
  videoShared: '{name} shared a video with you: {prompt}',
  videoReady: 'Your video is ready: {prompt}',
  videoFailed: "We couldn't use your video: {prompt}",
});
