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
  videoOpened: 'A video by {name} is open now: {prompt}',
  today: 'Today',
  yesterday: 'Yesterday',
  /** Requests and new shares, before the days. */
  forYou: 'Waiting for you',
  videosReady: '{count, plural, one {# video is ready} other {# videos are ready}}',
  videoReady: 'Your video is ready: {prompt}',
  videoFailed: "We couldn't use your video: {prompt}",

  videoGone: 'A video that someone shared with you is gone, because they left: {prompt}',

  archiveReady: 'Your file with everything is ready',
  archiveFailed: "We couldn't make your file with everything",

  settings: 'Settings',
  settingsIntro: 'Choose what we tell you about. Changes are saved at once.',
  settingsLoading: 'Loading your settings',
  settingsFailed: "We couldn't load your settings",
  settingsSaved: 'Saved',
  inApp: 'In the app',
  byEmail: 'By email',
  inAppOf: '{kind}: in the app',
  byEmailOf: '{kind}: by email',
  requests: 'Requests',
  requestsText: 'Someone would like to connect with you.',
  accepted: 'Accepted requests',
  acceptedText: 'Someone accepted your request.',
  shared: 'Shared videos',
  sharedText: 'Someone shared a video with you.',
  opened: 'Videos that open',
  openedText: 'A video that was closed until today is open for you.',
  ready: 'Videos that are ready',
  readyText: 'Your video is ready to watch.',
  failed: 'Videos that need help',
  failedText: "We couldn't use your video.",
  gone: 'Videos that are gone',
  goneText: 'Someone who shared a video with you has left.',
  archives: 'Files to download',
  archivesText: 'Your file with everything is ready.',
  failedArchives: 'Files that need help',
  failedArchivesText: "We couldn't make your file with everything.",
});
