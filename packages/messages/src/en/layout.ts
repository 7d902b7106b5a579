import { defineMessages } from '../define-messages.ts';

/** Header, menus and banners around every page. */
export const layout = defineMessages('layout', {
  // The specification's exact texts (section 3).
  uploadVideo: 'Upload Video',
  myConnections: 'My Connections',
  manageLibrary: 'Manage Library',
  changePassword: 'Change Password',
  logOut: 'Log Out',
  uploadedTitle: 'Successful Upload',
  uploadedText: 'Video has been uploaded successfully',
  /** Button next to it, if the page has unsaved changes. */
  seeVideos: 'See my videos',

  /** For site owners. */
  lookAfterSite: 'Manage this site',
  record: 'Record',
  settings: 'Settings',
  menu: 'Menu',
  notifications: 'Notifications',
  /** Name of the bell; count is a number, or "99+". */
  unreadNotifications: 'Notifications, {count} new',
  skipToContent: 'Skip to main content',
  newVersion: 'A new version is available. Save your work, then reload.',
  reload: 'Reload',
  offline: "We can't reach Kinreel right now. Your work is safe, and we keep trying.",
  tryAgain: 'Try again',
  pageFailedTitle: "We couldn't show this page",
  pageFailedText: 'Your videos are safe. Please try again.',
});
