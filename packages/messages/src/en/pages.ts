import { defineMessages } from '../define-messages.ts';

/** Titles, tabs and texts of the pages. */
export const pages = defineMessages('pages', {
  welcome: 'Welcome',
  infoPage: 'Info Page',

  notFound: '404',
  notFoundText: "We couldn't find this page. Check the web address, or go to the home page.",
  goHome: 'Go to the home page',

  notYours: 'Not your page',
  notYoursTitle: 'This page belongs to someone else',
  notYoursText: 'Only the owner can open it. You can watch their videos instead.',
  seeVideos: 'See their videos',
  personFailed: "We couldn't load this page",

  // The specification's exact names of views and tabs (section 4).
  videos: 'Videos',
  myVideos: 'My Videos',
  sharedWithMe: 'Shared With Me',
  sharedByMe: 'Shared By Me',
  myConnections: 'My Connections',
  all: 'All',
  friends: 'Friends',
  family: 'Family',
  requests: 'Requests',
  uploads: 'Uploads',
  editProfile: 'Edit Profile',
  editInformation: 'Edit Information',
  manageLibrary: 'Manage Library',
  addVideo: 'Add Video',

  notifications: 'Notifications',
  devices: 'Devices',
  blocked: 'Blocked people',
  activity: 'Activity',
  account: 'Account',

  allConnections: 'All connections',
  /** Badge of the tab "Requests" for screen readers; count is a number, or "99+". */
  waiting: '{count} waiting',
});
