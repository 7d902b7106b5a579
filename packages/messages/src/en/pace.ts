import { defineMessages } from '../define-messages.ts';

/** The question that comes to a person each week. */
export const pace = defineMessages('pace', {
  title: 'A question each week',
  intro: 'A question comes to you by email, on the day that you choose. Answer when you like.',
  loading: 'Loading your question of the week',
  loadFailed: "We couldn't load your question of the week",
  day: 'Day',
  hour: 'Hour',
  zone: 'In the time zone of this device: {zone}.',
  themes: 'What may it be about?',
  themesHint: 'Choose none, and it may be about anything. Questions from your family and friends always come first.',
  start: 'Start',
  save: 'Save',
  stop: 'Turn off',
  stopOf: 'Turn off the question each week',
  saved: 'Saved. A question comes each week.',
  stopped: 'You turned it off. No more questions come each week.',
  next: 'Next: {time}',
  asks: '{name} asks',
  rests: 'No new question comes for now. Answer any question, and the next one comes again.',
  noneLeft: 'You have had every question about this. Choose more of them, and the next one comes.',
  week: 'Your question of the week',
  seen: 'Only you can see your answer until you share it.',
  isPutAway: 'This question will not come again.',
});
