import { defineMessages } from '../define-messages.ts';

/** The page of a short link that no longer works. */
export const linkPage = defineMessages('link-page', {
  title: 'This link no longer works',
  text: 'It has expired, or its owner has turned it off. Please ask for a new one.',
  goHome: 'Go to {product}',
});
