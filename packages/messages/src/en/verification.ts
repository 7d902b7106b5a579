import { defineMessages } from '../define-messages.ts';

/** The mail that asks a person to confirm their address, and the page behind its link. */
export const verification = defineMessages('verification', {
  mailSubject: 'Confirm your email address for {product}',
  mailGreeting: 'Hello,',
  mailIntro: 'Someone made a {product} account with this email address. If it was you, please confirm the address.',
  mailOpenLink: 'Open this link to confirm it:',
  mailButton: 'Confirm my address',
  mailLifetime:
    '{days, plural, one {The link works once, for the next day.} other {The link works once, for the next # days.}}',
  mailIgnore: "If it wasn't you, ignore this email. Nothing will be sent from it.",

  title: 'Confirm your address',
  intro:
    'Did you make a {product} account with the address {email}? Then confirm it, so that we can send emails for you and to you.',
  confirm: 'Confirm my address',

  verifiedTitle: 'Your address is confirmed',
  verifiedText: 'Thank you! Your family now gets an email when you share a video with them.',
  alreadyTitle: 'Your address is already confirmed',
  alreadyText: 'There is nothing more to do.',

  expiredTitle: 'This link is too old',
  expiredText:
    '{days, plural, one {A link works for a day. We can send a new one to {email}.} other {A link works for # days. We can send a new one to {email}.}}',
  sendAgain: 'Send it again',
  sentTitle: 'We sent you a new email',
  sentText: 'Open the link in the email to {email}. It can take a minute to arrive.',
  limitedTitle: 'Please wait a little',
  limitedText:
    'We have sent you several emails already. Please look for them, in the spam folder too, or try again in an hour.',

  unknownTitle: 'This link does not work',
  unknownText: 'Please open the link in the newest email again, or log in and choose “Send it again”.',

  openApp: 'Open {product}',
});
