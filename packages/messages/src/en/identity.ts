import { defineMessages } from '../define-messages.ts';

/** Pages, mails and errors of the identity service. Errors for programs use the protocol's standard texts. */
export const identity = defineMessages('identity', {
  mailSubject: 'Set a new {product} password',
  mailGreeting: 'Hello,',
  mailIntro: 'Someone asked for a new password for your {product} account.',
  mailOpenLink: 'Open this link to choose one:',
  mailButton: 'Choose a new password',
  mailLifetime:
    '{minutes, plural, one {The link works once, for the next minute.} other {The link works once, for the next # minutes.}}',
  mailIgnore: "If it wasn't you, ignore this email. Your password stays the same.",

  /** Auth0's texts, because this service implements its protocol. */
  resetMailSent: "We've just sent you an email to reset your password.",

  registrationInvited:
    'You need an invitation to sign up here. Please ask someone you know on this site to invite you.',
  registrationClosed: 'Nobody new can sign up here right now. Please ask the person who runs this site.',

  resetTitle: 'Choose a new password',
  resetTitleAgain: 'Please try again: choose a new password',
  resetIntro: 'Log in with it afterwards. You will be logged out on all other devices.',
  newPassword: 'New password',
  repeatPassword: 'Repeat the new password',
  ruleLength: 'At least 8 characters',
  ruleTypes: 'At least 3 of these 4: small letters, capital letters, numbers, special characters (!@#$%^&*)',
  savePassword: 'Save password',
  weak: 'This password is easy to guess. Please make it stronger, following the list below.',
  tooLong:
    '{max, plural, one {This password is too long. Please use at most # character.} other {This password is too long. Please use at most # characters.}}',
  different: 'The two passwords are different. Please type both again.',

  savedTitle: 'Your new password is saved',
  savedText: 'You can now log in with it.',
  goToLogin: 'Go to Login',
  linkExpiredTitle: 'This link no longer works',
  linkExpiredText:
    'A link to set a password works only once and only for an hour. To get a new one, go to Login, choose “Forgot Password?” and enter your email address.',

  errorTitle: 'Something went wrong',
  backToLogin: 'Back to Login',

  wrongCredentials: 'Wrong email or password.',
  tooManyAttempts: 'Too many attempts. Please wait a few minutes and try again.',
  busy: 'Many people are logging in right now. Please try again in a moment.',
  storageFull: 'There is no space left to store this. Please tell the person who runs this site.',
  failed: 'Something went wrong on our side. Please try again in a moment.',
  unreadable: 'The request could not be read.',
  openLinkAgain: 'Please open the link in your email again.',
  returnAddressUnknown: 'You are logged out. The address to return to is not allowed.',
});
