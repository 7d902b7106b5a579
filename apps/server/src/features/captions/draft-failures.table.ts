import type { DraftFailure } from '@kinreel/contracts';

/** Why there is no draft of captions, as an English sentence: `draft_reason` of the API. */
export const DRAFT_FAILURE_MESSAGES: Readonly<Record<DraftFailure, string>> = {
  no_sound: 'There is no sound in this video that the computer could listen to.',
  no_speech: 'The computer heard no words in this video.',
  too_long: 'Listening to this video took too long.',
  other: 'The computer could not make a draft just now. Your video is not to blame.',
};
