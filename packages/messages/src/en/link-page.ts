import { defineMessages } from '../define-messages.ts';

/** The page of an expired or removed short link. */
export const linkPage = defineMessages('link-page', {
  title: 'This link no longer works',
  text: 'It has expired, or its owner has turned it off. Please ask for a new one.',
  goHome: 'Go to {product}',
});
