import { defineMessages } from '../define-messages.ts';

/** Texts that several features share. */
export const common = defineMessages('common', {
  /** Specification: the generic error. */
  errorTitle: 'Error',
  errorText: 'Something went wrong. Please try again.',
  offline: "We can't reach Kinreel. Check your internet connection and try again.",

  cancel: 'Cancel',
  close: 'Close',
  ok: 'OK',
  retry: 'Retry',
  /** Title of a notice. `action` is the text of the button, or of what was chosen. */
  notDone: '“{action}” did not work',
  partFailedTitle: "We couldn't show this part",
  partFailedText: 'Nothing is lost. Please try again.',
  showMore: 'Show more',
  save: 'Save',
  saving: 'Saving',
  closeNotice: 'Close message',
  loading: 'Loading',
  /** Shown instead of a spinner to people who prefer reduced motion. */
  loadingText: '{label} …',

  /** Shown while a dialog takes long to load. */
  opening: 'Opening …',

  /** Name of the area for short messages at the bottom of the screen or dialog. */
  notices: 'Notices',
  /** Asked before a page with unsaved changes is left. */
  leaveTitle: 'Leave without saving?',
  leaveText: 'You will lose everything on this page that is not saved yet.',
  leave: 'Leave',
  justNow: 'just now',
  showPassword: 'Show password',
  hidePassword: 'Hide password',

  // The specification's exact texts (sections 2 and 3).
  loginLink: 'LOGIN',
  signUpLink: 'SIGN UP',
  terms: 'Term & Conditions',
  privacy: 'Privacy Policy',
});
