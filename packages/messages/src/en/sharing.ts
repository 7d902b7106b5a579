import { defineMessages } from '../define-messages.ts';

/** The dialog that shares a video with people or by link. */
export const sharing = defineMessages('sharing', {
  // The specification's texts (sections 4 and 8), to the letter.
  noRecipientTitle: 'Error!',
  noRecipientText: 'Select recipient',
  sharedTitle: 'Success!',
  sharedText: 'Your video has been shared.',
  /** What the owner may edit and send. The specification has its beginning. */
  message: "Here's a video I'd like to share with you: {prompt}",
  giveLink: 'Give me a link',
  copied: 'Link copied!',

  title: 'Share this video',

  peopleTitle: 'Send it to your people',
  people: 'Your people',
  peopleLoading: 'Loading your people',
  peopleFailed: "We couldn't load your people",
  noPeopleTitle: 'Connect with someone first',
  noPeopleText: 'Search for people at the top of the page. Until then, you can share a link.',
  choosePeople: 'Choose who sees it',
  chosenCount: '{count, plural, one {# person chosen} other {# people chosen}}',
  chosen: 'Chosen people',
  removePerson: 'Remove {name}',
  hasVideo: 'Already has it',
  yourMessage: 'Your message',
  share: 'Share',
  shareWith: '{count, plural, one {Share with # person} other {Share with # people}}',

  recipients: 'People you shared it with',
  recipientsFailed: "We couldn't load who has this video",
  sharedOn: 'Shared on {date}',
  stop: 'Stop sharing',
  stopWith: 'Stop sharing with {name}',
  stopTitle: 'Stop sharing with this person?',
  stopText: '{name} can no longer watch this video, unless they are among the people who may see it.',
  stopped: 'You stopped sharing with this person',

  linkTitle: 'Or share a link',
  linkHint: 'Anyone with the link can watch after they log in.',
  linkFailed: "We couldn't create the link",
  lifetime: 'How long the link works',
  untilTurnedOff: 'Until I turn it off',
  oneWeek: 'For a week',
  oneMonth: 'For a month',
  oneYear: 'For a year',
  copy: 'Copy',
  copyFailedTitle: "We couldn't copy the link",
  copyFailedText: 'It is selected. Please copy it yourself.',

  links: 'Active links',
  linksLoading: 'Loading your links',
  linksFailed: "We couldn't load your links",
  noLinks: 'No active links',
  made: 'Made on {date}, no end date',
  madeUntil: 'Made on {date}, works until {end}',
  notUsed: 'Not used yet',
  lastUsed: 'Last used on {date}',
  noVisitors: 'Nobody has logged in with it yet',
  visitors:
    '{others, plural, =0 {Opened by {name}} one {Opened by {name} and # other person} other {Opened by {name} and # other people}}',
  turnOff: 'Turn off link',
  turnOffLink: 'Turn off link {link}',
  turnOffTitle: 'Turn off this link?',
  turnOffText: 'This link will stop working. You cannot turn it on again.',
  turnedOff: 'The link is turned off',
});
