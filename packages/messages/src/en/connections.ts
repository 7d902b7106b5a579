import { defineMessages } from '../define-messages.ts';

/** Connect control, connection requests and My Connections. */
export const connections = defineMessages('connections', {
  // The specification's texts (section 4), to the letter.
  connect: 'Connect',
  connectAsFriends: 'Connect as Friends',
  connectAsFamily: 'Connect as Family',
  pending: 'Pending',
  following: 'Following',
  removeTitle: 'Are you sure you want to remove this connection?',
  removeText: 'The removal of this friend will be permanent.',
  /** Begins with `removeText`. */
  removeConnectedText:
    'The removal of this friend will be permanent. You and {name} will no longer see what you shared with each other.',

  friend: 'Friend',
  family: 'Family',
  waiting: '{relationship, select, family {Family, not confirmed yet} other {Friend, not confirmed yet}}',
  incoming: '{relationship, select, family {Would like to connect as family} other {Would like to connect as friends}}',
  incomingFrom:
    '{relationship, select, family {{name} would like to connect as family} other {{name} would like to connect as friends}}',
  /** In place of a request, for a moment after it was confirmed (CONN-02). */
  connected: '{relationship, select, family {Now family} other {Now friends}}',
  connectedWith:
    '{relationship, select, family {You and {name} are now connected as family} other {You and {name} are now connected as friends}}',

  confirm: 'Confirm',
  confirmName: 'Confirm {name}',
  remove: 'Remove',
  removeName: 'Remove {name}',
  requestRemoved: 'The request is removed',
  connectionRemoved: 'The connection is removed',

  noneTitle: 'Find your people',
  noneText: 'Search for someone by name, open their page and press Connect.',
  noFriendsTitle: 'No friends here yet',
  noFriendsText: 'Search for someone by name, then choose Connect as Friends.',
  noFamilyTitle: 'No family here yet',
  noFamilyText: 'Search for someone by name, then choose Connect as Family.',
  noRequestsTitle: 'Nobody is waiting for you',
  noRequestsText: 'Requests appear here.',

  loading: 'Loading people',
  loadFailed: "We couldn't load your connections",
  moreFailed: "We couldn't load more people. Please try again.",
  retryStatus: 'Retry: check whether you are connected',
});
