import { defineMessages } from '../define-messages.ts';

/** The message with a shared video. A file of its own, because every list of videos shows it. */
export const shareMessage = defineMessages('share-message', {
  /** The message that the owner may edit. The specification prescribes its beginning. */
  message: "Here's a video I'd like to share with you: {prompt}",
});
