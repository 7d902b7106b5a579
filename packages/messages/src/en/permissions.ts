import { defineMessages } from '../define-messages.ts';

/** The menu that sets who may see videos. */
export const permissions = defineMessages('permissions', {
  title: '{count, plural, one {Who may see this video?} other {Who may see these videos?}}',
  everyone: 'Anyone who is logged in',
  friend: 'Your friends, not your family',
  family: 'Your family, not your friends',
  'invite-only': 'Only you, and people you share it with',
});
