import { defineMessages } from '../define-messages.ts';

/** Texts that several features share. */
export const common = defineMessages('common', {
  /** Specification: the generic failure. */
  errorTitle: 'Error',
  errorText: 'Something went wrong. Please try again.',
  offline: 'We could not reach Kinreel. Please check your connection and try again.',
});
