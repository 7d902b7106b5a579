import { defineMessages } from '../define-messages.ts';

/** Why drafting captions failed, by the code in the database. */
export const draftFailures = defineMessages('draft-failures', {
  no_sound: 'The computer found no sound in this video.',
  no_speech: 'The computer heard no words in this video.',
  too_long: 'Listening to this video took too long.',
  other: 'The computer could not make a draft this time. Nothing is wrong with your video.',
});
