import { defineMessages } from '../define-messages.ts';

/** Who can see a video: the sentence about it, and the dialog with the people. */
export const audience = defineMessages('audience', {
  title: 'Who can see this',

  // The sentence. It must be true for every combination of permission, shares and links.
  onlyYou: 'Only you can see this',
  onlyYouYet: 'Only you can see this until it is ready',
  everyone: 'Everyone here can see this',
  anyoneWithLink: 'Anyone with your link can see this',
  friend:
    '{count, plural, =0 {Your friends can see this (nobody yet)} one {Your friends can see this (# person)} other {Your friends can see this (# people)}}',
  family:
    '{count, plural, =0 {Your family can see this (nobody yet)} one {Your family can see this (# person)} other {Your family can see this (# people)}}',
  friendAndOthers: 'Your friends and {others} more can see this ({count} people)',
  familyAndOthers: 'Your family and {others} more can see this ({count} people)',
  people:
    '{others, plural, =0 {{name} can see this} one {{name} and # other can see this} other {{name} and # others can see this}}',
  sharedWithYou: '{name} shared this with you',

  open: '{sentence}. Show who: {prompt}',
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
  rule: 'People you share it with, and people who have your link, can always see it.',
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
  moreFailed: 'The other people could not be loaded. Please try again.',
  reasonFriend: 'Friend',
  reasonFamily: 'Family',
  reasonShare: 'Shared on {date}',
  reasonLink: 'By link, last on {date}',

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
  linkHint: 'Whoever has it can see this after they log in.',
  turnOff: 'Turn off',
  turnOffLink: 'Turn off the link of {date}',
  turnOffTitle: 'Turn off this link?',
  turnOffText:
    'This link will stop working. People who used it will no longer see this, unless you share it with them.',
  turnedOff: 'The link is turned off',

  share: 'Share with someone else',
  done: 'Done',
});
