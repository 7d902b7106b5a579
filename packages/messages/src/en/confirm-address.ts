import { defineMessages } from '../define-messages.ts';

/** Asks people in the app to confirm their email address. */
export const confirmAddress = defineMessages('confirm-address', {
  title: 'Please confirm your email address',
  text: 'Open the link in our email to {email}. Until then, your family gets no emails from you, and you get none.',
  sendAgain: 'Send it again',
  later: 'Not now',
  sent: 'We sent it again to {email}. Please look in your spam folder too.',
});
