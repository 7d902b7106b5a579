import { defineMessages } from '../define-messages.ts';

/** Inviting a person without an account to a video, and opening an invitation. */
export const invitations = defineMessages('invitations', {
  title: 'Invite {email}',
  intro: 'We send an email with a link to this video. How do you want to be connected?',
  introLater:
    'This video opens on {date}. Then we send an email with a link to it, and not before. How do you want to be connected?',
  asFamily: 'Invite as family',
  asFriend: 'Invite as a friend',
  sentTitle: 'Your invitation is on its way',
  sentText: 'We sent an email to {email}.',
  savedTitle: 'Your invitation is saved',
  savedText: 'We send an email to {email} when the video opens.',
  alreadyTitle: 'Already invited',
  alreadyText: 'We sent {email} an email about this video on {date}.',
  failed: "We couldn't send the invitation",

  list: 'People you invited by email',
  waiting: 'Invited on {date}, works until {end}',
  waitsForOpening: 'Invited on {date}, gets an email when the video opens',
  accepted: 'Accepted on {date}',
  withdraw: 'Withdraw',
  withdrawFrom: 'Withdraw the invitation of {email}',
  withdrawTitle: 'Withdraw this invitation?',
  withdrawText: '{email} can no longer use the link in our email. If the video opens later, no email goes out.',
  withdrawn: 'The invitation is withdrawn',

  connectedTitle: 'You are connected with {name}',
  videosOf: 'Watch the videos of {name}',
  opening: 'Opening your invitation',
  deadTitle: 'This invitation no longer works',
  deadText: 'Someone has used it already, or it has ended. Please ask for a new one.',
  goHome: 'Go to your videos',
  openFailed: "We couldn't open your invitation",
});
