import { defineMessages } from '../define-messages.ts';

/** Why there is no draft of captions, by the code that its row stores. */
export const draftFailures = defineMessages('draft-failures', {
  no_sound: 'The computer found no sound in this video.',
  no_speech: 'The computer heard no words in this video.',
  too_long: 'Listening to this video took too long.',
  other: 'The computer could not make a draft this time. Nothing is wrong with your video.',
});
