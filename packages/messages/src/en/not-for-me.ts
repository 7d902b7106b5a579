import { defineMessages } from '../define-messages.ts';

/** Declining an invitation that came by mail. */
export const notForMe = defineMessages('not-for-me', {
  // The mail of the invitation names this button (mails.ts).
  button: 'Not for me',
  title: 'Decline the invitation of {name}?',
  text: 'The link in your email stops working. {name} gets no message.',
  confirm: 'Decline',
  declinedTitle: 'You declined the invitation of {name}',
  declinedText:
    '{name} gets no message, but can see that the invitation no longer works. Nothing else happens. You can close this page.',
});
