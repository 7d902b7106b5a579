import { defineMessages } from '../define-messages.ts';

/** Mails about shared videos. */
export const mails = defineMessages('mails', {
  shareSubject: '{owner} shared a video with you',
  shareGreeting: 'Hello {recipient},',
  shareIntro: '{owner} shared a video with you on {product}.',
  shareWatchHere: 'Watch it here:',
  shareWatch: 'Watch the video',
  shareLogin: 'Log in to watch it, so that it stays private.',
});
