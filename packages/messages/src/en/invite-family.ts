import { defineMessages } from '../define-messages.ts';

/** Inviting new people, without a video. */
export const inviteFamily = defineMessages('invite-family', {
  title: 'Invite your family',
  intro: 'When they accept your invitation, you are connected.',
  failed: "We couldn't load your invitations",
  who: 'Who is it?',
  family: 'Family',
  friend: 'A friend',

  byEmail: 'By email',
  email: 'Email address',
  message: 'Your words (optional)',
  send: 'Send invitation',
  sentTitle: 'Your invitation is on its way',
  sentText: 'We sent an email to {email}.',

  byLink: 'With a link',
  linkHint: 'Send a link in a message, or let people scan it with their phone.',
  makeLink: 'Make a link',
  linkReady:
    '{share, select, yes {Your link is ready. Copy it, or press Send to choose an app.} other {Your link is ready. Copy it, then paste it into a message.}}',
  /** The text sent along with the link to another app. */
  linkMessage: 'Come and watch the video stories of our family with me.',
  scan: 'In the same room? Scan this with the camera of their phone.',
  code: 'The link as a code to scan',
  linkUse: 'Works for {people} more people, until {date}.',

  open: 'Open invitations',
  link: '{relationship, select, family {A link for family} other {A link for friends}}',
  state:
    '{people, plural, =0 {Nobody has joined yet} one {# person has joined} other {# people have joined}}. Works until {date}.',
  again: 'Send again',
  againOf: 'Send again: {name}',
  cancel: 'Cancel invitation',
  cancelOf: 'Cancel invitation: {name}',
  cancelTitle: 'Cancel this invitation?',
  keep: 'Keep it',
  cancelText: 'Nobody else can join with it. Who has joined stays.',
  cancelled: 'The invitation is cancelled',
});
