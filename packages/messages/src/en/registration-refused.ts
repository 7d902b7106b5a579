import { defineMessages } from '../define-messages.ts';

/** Shown instead of the registration form if registration is restricted. */
export const registrationRefused = defineMessages('registration-refused', {
  closedTitle: 'Nobody new can sign up right now',
  closedText: 'Please ask the person who runs this site, or who told you about it.',
  invitedTitle: 'You need an invitation',
  invitedText:
    'Only invited people can sign up here. Ask someone you know on this site to send you a video by email, or ask the person who runs it for a link. Then open that link.',
  endedTitle: 'This invitation no longer works',
  endedText: 'It has ended, or others have used it. Please ask the person who sent it for a new one.',
  logIn: 'I have an account: log in',
});
