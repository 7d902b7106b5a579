import { defineMessages } from '../define-messages.ts';

/** The words that come with a shared video. On every list of videos, so apart from the dialog. */
export const shareMessage = defineMessages('share-message', {
  /** What the owner may edit and send. The specification has its beginning. */
  message: "Here's a video I'd like to share with you: {prompt}",
});
