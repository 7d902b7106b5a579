import { defineMessages } from '../define-messages.ts';

/** Videos of others that a person has not seen yet. */
export const whatsNew = defineMessages('whats-new', {
  since: 'New since {day}',
  sinceYesterday: 'New since yesterday',
  today: 'New today',
  by: '{name}, {when}',
  playAll: 'Play all',
  seen: 'All seen',
  seenSome: 'These are seen',
  isSeen: 'Seen. New videos will come here.',
  seenFailed: "We couldn't mark them as seen",
  show: '{count, plural, one {Show # more video} other {Show # more videos}}',
  others: 'These are the newest {count}. Press “These are seen” for the next ones.',
});
