import { defineMessages } from '../define-messages.ts';

/** The activity list: changes of permissions, connections and logins. `unnamed` replaces an unknown name. */
export const activity = defineMessages('activity', {
  activity: 'Activity',
  intro:
    'Here you see what changed about who can watch your videos and who gets in to your account. Only you can read it. It stays here for a year.',
  loading: 'Loading your activity',
  loadFailed: "We couldn't load your activity",
  moreFailed: "We couldn't load more. Please try again.",
  noneTitle: 'Nothing yet',
  noneText: 'When you share a video or connect with someone, you can read it here.',
  unnamed: 'someone',
  aVideo: 'a video',

  permission:
    '{permission, select, everyone {Anyone who is logged in may see “{prompt}” now} friend {Your friends may see “{prompt}” now} family {Your family may see “{prompt}” now} other {Only people you share “{prompt}” with may see it now}}',
  opensLater: '“{prompt}” is closed until {date}',
  opensNow: 'You opened “{prompt}”',
  opened: '“{prompt}” has opened',
  shared: 'You shared “{prompt}” with {name}',
  unshared: '“{prompt}” is no longer shared with {name}',
  linkMade: 'You made a link to “{prompt}”',
  linkEnded: 'A link to “{prompt}” no longer works',
  linkOpened: '{name} opened a link to “{prompt}”',
  linkClosed: '{name} no longer sees “{prompt}” by a link',
  invitationMade: 'You invited someone by email to see “{prompt}”',
  invitationEnded: 'An invitation to see “{prompt}” no longer works',

  stewardRule:
    '{rule, select, watch {If you no longer can, “{prompt}” may be watched by who looks after your videos} give {If you no longer can, “{prompt}” may be given to people you chose} closed {If you no longer can, “{prompt}” stays closed} other {If you no longer can, “{prompt}” is deleted}}',
  given: '{name} was given “{prompt}”',
  givenBack: '{name} no longer sees “{prompt}”, which was given to them',

  connected:
    '{relationship, select, family {You and {name} are connected as family} other {You and {name} are connected as friends}}',
  disconnected: 'You and {name} are no longer connected',
  relationshipAsked:
    '{relationship, select, family {You or {name} asked to be family instead of friends} other {You or {name} asked to be friends instead of family}}',
  relationshipStays: '{relationship, select, family {You and {name} stay family} other {You and {name} stay friends}}',
  relationshipChanged:
    '{relationship, select, family {You and {name} are family now} other {You and {name} are friends now}}',
  blocked: 'You blocked {name}',
  unblocked: 'You unblocked {name}',
  stewardNamed: 'You asked {name} to look after your videos',
  stewardDeclined: '{name} does not want to look after your videos',
  stewardRemoved: '{name} no longer looks after your videos',
  stewardAsked: '{name} said that you can no longer be here',
  stewardStopped: 'You were here, so {name} does not look after your videos',
  stewardStarted: '{name} began to look after your videos',

  newDevice: 'New login: {device}. Was it you?',
  deviceLoggedOut: 'A device was logged out: {device}',
  /** A browser on a system, such as Chrome on Android. Both are names. */
  browserOn: '{browser} on {system}',
  unknownDevice: 'a device we do not know',
  loggedOutEverywhere: 'You were logged out on all devices',
  passwordChanged: 'Your password was changed',
  addressChanged: 'Your email address was changed',
  resetLinkMade: 'A person who looks after this site made a link for a new password for you',
  accountOff: 'A person who looks after this site turned your account off',
  accountOn: 'Your account was turned on again',
  deletionAsked: 'Your account was going to be deleted',
  deletionCalledOff: 'Your account is not deleted',
  siteOwnerMade: 'You manage this site now',
  siteOwnerEnded: 'You no longer manage this site',
  siteInvitationMade: 'You invited people to sign up',
  siteInvitationEnded: 'An invitation to sign up no longer works',
});
