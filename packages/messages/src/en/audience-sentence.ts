import { defineMessages } from '../define-messages.ts';

/** The sentence about who can see a video. A file of its own, because every card shows it. */
export const audienceSentence = defineMessages('audience-sentence', {
  // The sentence. It must be true for every combination of permission, shares and links.
  onlyYou: 'Only you can see this',
  onlyYouYet: 'Only you can see this until it is ready',
  everyone: 'Everyone here can see this',
  everyoneExcept:
    '{count, plural, one {Everyone here can see this, except # person you blocked} other {Everyone here can see this, except # people you blocked}}',
  anyoneWithLink: 'Anyone with your link can see this',
  friend:
    '{count, plural, =0 {Your friends can see this (nobody yet)} one {Your friends can see this (# person)} other {Your friends can see this (# people)}}',
  family:
    '{count, plural, =0 {Your family can see this (nobody yet)} one {Your family can see this (# person)} other {Your family can see this (# people)}}',
  friendAndOthers: 'Your friends and {others} more can see this ({count} people)',
  familyAndOthers: 'Your family and {others} more can see this ({count} people)',
  friendAndMany: 'Your friends and {count, plural, other {#}} or more others can see this',
  familyAndMany: 'Your family and {count, plural, other {#}} or more others can see this',
  peopleAndMany: '{name} and {count, plural, other {#}} or more others can see this',
  people:
    '{others, plural, =0 {{name} can see this} one {{name} and # other can see this} other {{name} and # others can see this}}',

  /** Future tense, for a video that opens on that day. */
  opens: 'Opens on {date}. Then: {sentence}',

  open: '{sentence}. Show who: {prompt}',
});
