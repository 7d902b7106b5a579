import { defineMessages } from '../define-messages.ts';

/** Hearts and notes below a video. */
export const notes = defineMessages('notes', {
  title: 'What people say',
  empty: 'Say something about this video.',
  loading: 'Loading what people said',
  loadFailed: "We couldn't load what people said",
  moreFailed: "We couldn't load more. Please try again.",

  love: 'Love this',
  loveThis: '{count, plural, one {{names} loves this} other {{names} love this}}',
  /** Instead of a name, for the person who reads it. */
  you: 'You',
  youLoveThis: 'You love this',
  othersLoveThis: '{names} and others love this',

  write: 'Your words',
  writeHint: 'Up to {max} characters.',
  onlyOwnerReads: 'Only {name} can read your words.',
  atTime: 'Add the time {time}',
  send: 'Send',
  sent: 'Your words are below.',
  missing: 'Please write something first.',

  playFrom: 'Play from {time}',
  remove: 'Remove',
  removeOf: 'Remove: {words}',
  removeQuestion: 'Remove these words?',
  removeText: 'They cannot be brought back.',
  removed: 'The words are removed.',

  answer: 'Answer with a video',
  answerTitle: 'For {name}: {prompt}',
  answerIntro: '{name} is chosen to see it. You can choose others too.',
  answerHint: 'You can change these words.',

  whoReads: 'Who can read this',
  viewers: 'All who can see the video',
  owner: 'Only you',
  nobody: 'Nobody: turn it off',
  saved: 'Saved',
  off: 'Nobody can write here.',
});
