import { defineMessages } from '../define-messages.ts';

/** Stewards: people who look after the videos of another person. Screens do not use the word "steward". */
export const stewards = defineMessages('stewards', {
  loading: 'Loading',
  loadFailed: "We couldn't load this",

  title: "When I'm no longer able to",
  intro:
    'Choose who looks after your videos if you no longer can. When they tell us, we write to you and wait. If you open the app, or answer our email, nothing happens.',
  none: 'You have not chosen anyone yet.',
  list: 'Who looks after your videos',
  waits: '{days, plural, one {We wait # day before they can begin.} other {We wait # days before they can begin.}}',
  declined: '{name} does not want to. You can choose someone else.',
  change: 'Change',
  changeOf: 'Change the waiting time of {name}',
  remove: 'Remove',
  removeOf: 'Remove {name}',
  removeTitle: 'Remove {name}?',
  removeText: '{name} will no longer look after your videos if you no longer can.',
  removed: 'Removed',
  add: 'Choose a person',
  nobodyLeft: 'Connect with someone first. Then you can choose them here.',
  person: 'Person',
  days: 'How many days we wait',
  daysHint: 'From {min} to {max} days.',
  daysInvalid: 'Please enter a number from {min} to {max}.',
  personMissing: 'Please choose a person.',
  save: 'Save',
  saved: 'Saved. {name} gets a message.',
  daysSaved: 'Saved',

  lookTitle: 'Looking after videos of others',
  lookIntro: 'These people asked you to look after their videos if they no longer can.',
  asked: '{name} asked you to look after their videos',
  askedHint:
    '{days, plural, one {You do not need to do anything now. If they no longer can, tell us. We then wait # day for a sign from them.} other {You do not need to do anything now. If they no longer can, tell us. We then wait # days for a sign from them.}}',
  waiting: 'You told us on {asked}. If we hear nothing from {name}, you can begin on {starts}.',
  begun:
    "You have looked after {name}'s videos since {date}. You can watch and keep them, except those that {name} keeps closed. It ends when {name} is back.",
  request: '{name} can no longer be here',
  requestTitle: 'Can {name} no longer be here?',
  requestText:
    '{days, plural, one {We write to {name} now and wait # day. If {name} opens the app or answers, everything stays as it is.} other {We write to {name} now, again and again, and wait # days. If {name} opens the app or answers, everything stays as it is.}}',
  requestConfirm: 'Yes, tell them',
  requested: 'We wrote to {name}. Now we wait.',
  decline: 'No, I do not want to',
  declineOf: 'No, I do not want to look after the videos of {name}',
  declineTitle: 'Say no to {name}?',
  declineText: '{name} gets a message and can choose someone else. You can no longer do anything for their videos.',
  declineConfirm: 'Say no',
  declinedDone: 'You said no. {name} gets a message.',
  watch: 'See the videos',
  gifts: 'Videos to give',

  giftsTitle: 'Videos to give',
  giftsIntro: '{name} chose who may get these videos. They get a message with your name.',
  giftsNone: 'There is nothing to give. {name} did not choose anyone for a video.',
  give: 'Give',
  giveOf: 'Give “{prompt}” to {name}',
  given: 'Given',
  gave: '{name} can see it now',

  rule: "When I'm no longer able to",
  ruleHint:
    '{count, plural, =0 {You can choose who looks after your videos in Edit Profile, under Account.} other {What may {names} do with this video?}}',
  ruleWatch: 'They may watch and keep it',
  ruleGive: 'Give it to people I choose',
  ruleClosed: 'Keep it closed',
  ruleDelete: 'Delete it',
  giveTo: 'Who may get it',
  giveMissing: 'You have not chosen anyone yet. Until then, nobody gets it.',
  ruleSaved: 'Saved',

  /** For the owner, after a steward's request. */
  backTitle: 'You are back',
  backWaited: '{name} told us that you can no longer be here. You are here, so nothing has changed.',
  backBegun:
    '{name} looked after your videos from {start} to {end}. They could watch and keep those that you did not keep closed. This has ended.',
  backDeleted: 'Videos that you wanted to be deleted then were deleted.',
  backSee: 'See who looks after my videos',
  understood: 'Got it',
  /** For the steward, while the stewardship is active. */
  lookingTitle: 'You look after the videos of {name}',
  looking: 'Since {date}. You can watch and keep them, and give those that {name} chose. It ends when {name} is back.',
  lookingDo: 'See what I can do',

  hereTitle: 'Are you there?',
  hereText:
    'Someone told us that you can no longer be here. Press the button, and everything stays as it is. You need no password.',
  here: "I'm here",
  hereThanks: 'Good to hear from you',
  hereDone: 'Nothing changes. Your videos are yours, and nobody else looks after them.',
  toApp: 'Open the app',
});
