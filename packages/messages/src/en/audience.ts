import { defineMessages } from '../define-messages.ts';

/** The dialog with the people who can see a video. */
export const audience = defineMessages('audience', {
  title: 'Who can see this',

  loading: 'Loading the people',
  failed: 'The list could not be loaded',

  choices: 'Who can see this',
  everyoneHint: 'Anyone who is logged in here.',
  friendHint:
    '{count, plural, =0 {Your friends (nobody yet), not family.} one {Your friends (# person), not family.} other {Your friends (# people), not family.}}',
  familyHint:
    '{count, plural, =0 {Your family (nobody yet), not friends.} one {Your family (# person), not friends.} other {Your family (# people), not friends.}}',
  friendHintOnly: 'Your friends, not family.',
  familyHintOnly: 'Your family, not friends.',
  inviteOnlyHint: 'Only the people you share it with.',
  rule: 'People you share it with, and people who have your link, can see it too.',
  saving: 'Saving',
  saved: 'Saved',
  notSaved: 'That could not be saved. Nothing has changed.',

  widenTitle: 'Let everyone see this?',
  widenText: 'Everyone who is logged in here will be able to see this.',
  widen: 'Yes, everyone',

  list: 'People who can see this',
  find: 'Find a person',
  found: '{count, plural, =0 {Nobody with this name} one {# person found} other {# people found}}',
  more: 'and {count} more',
  manyMore: 'and many more',
  moreFailed: 'The other people could not be loaded. Please try again.',
  reasonFriend: 'Friend',
  reasonFamily: 'Family',
  reasonShare: 'Shared on {date}',
  reasonLink: 'By link, last on {date}',
  reasonSteward: 'Looks after your videos since {date}',
  reasonGiven: 'Given by who looks after your videos on {date}',

  stop: 'Stop sharing',
  stopWith: 'Stop sharing with {name}',
  stopTitle: 'Stop sharing with {name}?',
  stopText: '{name} will no longer be able to see this.',
  stopTextFriend: '{name} can still see this, because you show it to your friends.',
  stopTextFamily: '{name} can still see this, because you show it to your family.',
  stopTextEveryone: '{name} can still see this, because you show it to everyone.',
  linkStillWorks: 'Your link still works. {name} can open it again until you turn it off.',
  stopped: 'You stopped sharing with {name}',

  link: 'Your link works',
  linkUntil: 'Your link works until {date}',
  linkHint: 'Anyone with the link can see this after they log in.',
  turnOff: 'Turn off',
  turnOffLink: 'Turn off the link of {date}',
  turnOffTitle: 'Turn off this link?',
  turnOffText:
    'This link will stop working. People who used it will no longer see this, unless you share it with them.',
  turnedOff: 'The link is turned off',

  share: 'Share with someone else',
  shareShort: 'Share',
  done: 'Done',

  /** The page after a recording. */
  chooseTitle: 'Who may see it?',
  /** `sentence` says who can see it, such as: Your family can see this (2 people) */
  afterDone: 'When you press Done: {sentence}.',
  isDone: 'When your video is ready: {sentence}.',
  chooseIntro: 'You can change this at any time.',
  chooseInviteOnlyHint: 'Only you, and the people you choose.',
  notDoneTitle: 'Your choice is not saved',
  notDoneText: 'You left before you pressed Done, so your choice does not count yet.',
  saveNow: 'Save my choice',
  chooseFailed: 'We could not save your choice. Please try again.',
  choosePeople: 'Choose people',
  choosePeopleHint: 'Each person with a tick can see it, and gets an email.',
  peopleLoading: 'Loading your people',
  peopleFailed: "We couldn't load your people",
  showAll: 'Show all {count}',
  invite: 'Invite',
  inviteLater: 'You can invite people when your answer is saved.',
  invitePeople: 'Invite someone by email',
});
