import { defineMessages } from '../define-messages.ts';

/** The screen of a person whose account is scheduled for deletion. */
export const leaving = defineMessages('leaving', {
  page: 'Your account',
  loading: 'Loading',
  loadFailed: "We couldn't load this page",
  title: 'Your account will be deleted on {date}',
  text: 'Until then nobody sees your videos, and you can change your mind. After that, nobody can bring anything back.',
  keep: 'Keep my account',
  keeping: 'One moment',
  bySiteOwner:
    'A person who looks after this site is deleting your account. If you think this is a mistake, please write to them.',
  logOut: 'Log out',
});
