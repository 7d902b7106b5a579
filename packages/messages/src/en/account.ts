import { defineMessages } from '../define-messages.ts';

/** Email address, password and account deletion, in Edit Profile. */
export const account = defineMessages('account', {
  loading: 'Loading',
  loadFailed: "We couldn't load your account",

  currentPassword: 'Your password',
  currentHint: 'We ask for it so that nobody else can do this for you.',
  passwordMissing: 'Please enter your password.',
  wrongPassword: 'This is not your password. Please try again.',
  tooMany: 'Too many attempts. Please wait a while and try again.',
  busy: 'Many people are logging in right now. Please try again in a moment.',

  emailTitle: 'Email address',
  emailNow: 'You log in with {email}.',
  emailWaiting:
    'We sent an email to {email}. Open the link in it to use this address. Until then you log in as before.',
  emailForget: 'Keep the old address',
  emailForgotten: 'Your address stays the same',
  emailChange: 'Change email address',
  emailNew: 'New email address',
  emailHint: 'We send a link there. You need it to confirm the new address.',
  emailSend: 'Send the link',
  emailSame: 'This is already your email address.',

  passwordTitle: 'Password',
  passwordChange: 'Change password',
  passwordText: 'Choose a new password for logging in.',
  passwordNew: 'New password',
  passwordHint: 'At least 8 characters. Mix three of these: small letters, capital letters, numbers, symbols.',
  passwordNewMissing: 'Please enter a new password.',
  passwordWeak: 'This password is easy to guess. Please make it stronger.',
  passwordTooLong: 'This password is too long. Please use a shorter one.',
  passwordEndOthers: 'Log out on all other devices',
  passwordSave: 'Save new password',
  passwordSaved: 'Your new password is saved',

  elsewhereTitle: 'Email address and password',
  elsewhere: 'You log in with another service. You can change your email address and your password there.',

  deleteTitle: 'Delete my account',
  deleteText:
    '{days, plural, one {Your videos, captions, photo, connections and everything else are deleted after # day. Until then you can come back.} other {Your videos, captions, photo, connections and everything else are deleted after # days. Until then you can come back.}}',
  deleteElsewhere: 'Please ask a person who looks after this site to delete your account.',
  deleteAsk: 'Delete my account',
  deleteDialogTitle: 'Delete your account?',
  deleteNow: 'From now on nobody sees your videos, your name or your photo here.',
  deleteLater:
    '{days, plural, one {After # day everything is deleted, and nobody can bring it back.} other {After # days everything is deleted, and nobody can bring it back.}}',
  deleteArchive: 'Do you want to keep your videos? Then close this window and choose “Download everything” first.',
  deleteConfirm: 'Delete account',
});
