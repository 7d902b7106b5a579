import { defineMessages } from '../define-messages.ts';

/** The questions that videos answer. */
export const prompts = defineMessages('prompts', {
  choose: 'Choose a question',
  find: 'Find a question',
  list: 'Questions',
  found: '{count, plural, one {# question found} other {# questions found}}',
  noneFound: 'No questions found. Try other words.',
  loadFailed: "We couldn't load the questions",

  firstTitle: 'Answer your first question',
  firstText: 'Two minutes is enough. Only people you choose will see it.',
  nextTitle: 'A question for you',
  record: 'Record an answer',
  upload: 'Upload a video',
  somethingElse: 'Something else',
  title: 'Title of your video',
  titleHint: 'You need no question. Write what your video is about.',
  useTitle: 'Use this title',
  chooseAnother: 'Choose another question',
});
