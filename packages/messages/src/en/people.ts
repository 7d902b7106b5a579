import { defineMessages } from '../define-messages.ts';

/** The people search. */
export const people = defineMessages('people', {
  /** Specification (section 3). */
  search: 'Search users by name',

  results: 'People found',
  searching: 'Searching …',
  noneFor: 'No one found for “{query}”.',
  count: '{count, plural, =0 {No one found} one {# person found} other {# people found}}',
});
