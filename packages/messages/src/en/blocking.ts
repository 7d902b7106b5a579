import { defineMessages } from '../define-messages.ts';

/** Blocking a person, and the list of blocked people. */
export const blocking = defineMessages('blocking', {
  more: 'More about {name}',
  block: 'Block {name}',
  blockTitle: 'Block {name}?',
  blockText:
    'You and {name} will no longer see each other here. If you are connected, that ends right away, with everything you share with each other. {name} gets no message.',
  blockConfirm: 'Block',
  blocked: '{name} is blocked',
  blockedWhere: 'You can unblock {name} in Edit Profile, under Blocked people.',

  people: 'Blocked people',
  intro: 'You and these people do not see each other here.',
  since: 'Blocked on {date}',
  loading: 'Loading blocked people',
  loadFailed: "We couldn't load blocked people",
  moreFailed: "We couldn't load more people. Please try again.",
  noneTitle: 'Nobody is blocked',
  noneText: 'To block someone, open their page and choose Block in the menu at the top.',

  unblock: 'Unblock',
  unblockName: 'Unblock {name}',
  unblockTitle: 'Unblock {name}?',
  unblockText:
    'You and {name} will be able to find each other again. Your connection does not come back by itself: one of you has to ask again.',
  unblocked: '{name} is unblocked',
});
