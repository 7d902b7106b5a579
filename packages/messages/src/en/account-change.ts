import { defineMessages } from '../define-messages.ts';

/** Mails, pages and errors of the identity service about a new password and a new email address. */
export const accountChange = defineMessages('account-change', {
  wrongPassword: 'This is not your password. Please try again.',
  sameAddress: 'This is already your email address.',

  greeting: 'Hello,',

  newSubject: 'Confirm your new email address for {product}',
  newIntro: 'Someone wants to use this email address for their {product} account. If it was you, please confirm it.',
  newOpenLink: 'Open this link to confirm it:',
  newButton: 'Use this address',
  newLifetime:
    '{days, plural, one {The link works once, for the next day.} other {The link works once, for the next # days.}}',
  newIgnore: "If it wasn't you, ignore this email. Nothing changes.",

  noticeSubject: 'Your {product} account gets another email address',
  noticeIntro: 'Someone entered the password of your {product} account and asked to use another email address for it.',
  noticeIgnore: 'If it was you, you need not do anything. The new address is used as soon as you confirm it.',
  noticeOpenLink: 'If it was not you, open this link:',
  noticeButton: 'It was not me',
  noticeLifetime:
    '{days, plural, one {The link works for a day after the change.} other {The link works for # days after the change.}}',

  passwordSubject: 'Your {product} password was changed',
  passwordIntro: 'Someone who knows the password of your {product} account has just changed it.',
  passwordIgnore: 'If it was you, you need not do anything.',
  passwordOpenLink: 'If it was not you, open this page and choose “Forgot Password?”:',
  passwordButton: 'Open the login page',

  confirmTitle: 'Use this email address?',
  confirmIntro:
    'From now on you log in to {product} with {email}, and we send our emails there. You will be logged out on all devices.',
  confirmButton: 'Use this address',
  confirmedTitle: 'Your new email address works',
  confirmedText: 'Please log in with {email}. Your password is the same as before.',

  undoTitle: 'It was not you?',
  undoIntro:
    'Then someone else knows your password. We keep {email} for your {product} account, log out all devices, and send you an email to choose a new password.',
  undoButton: 'Protect my account',
  undoneTitle: 'Your account is protected',
  undoneText: 'We sent an email to {email}. Open the link in it and choose a new password.',

  takenTitle: 'This address is used already',
  takenText: 'Another account has this email address. Please use a different one.',
  expiredTitle: 'This link no longer works',
  expiredText: 'It was used already, or it is too old, or a newer email has another one. You can log in and try again.',
});
