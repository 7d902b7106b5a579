import { defineMessages } from '../define-messages.ts';

/** Mails about shared videos. */
export const mails = defineMessages('mails', {
  shareSubject: '{owner} shared a video with you',
  shareGreeting: 'Hello {recipient},',
  shareIntro: '{owner} shared a video with you on {product}. It answers the question:',
  shareWatchHere: 'Watch it here:',
  shareWatch: 'Watch the video',
  shareLogin: 'We ask you to log in, so that the video stays private.',
});
