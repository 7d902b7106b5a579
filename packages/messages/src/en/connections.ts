import { defineMessages } from '../define-messages.ts';

/** Connect control, connection requests and My Connections. */
export const connections = defineMessages('connections', {
  // The specification's exact texts (section 4).
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
  /** names: the first few, with "…" if there are more. */
  shared: '{count, plural, one {# shared connection: {names}} other {# shared connections: {names}}}',

  connectedAs: '{relationship, select, family {Connected as family} other {Connected as friends}}',
  askedAs: '{relationship, select, family {You asked to connect as family} other {You asked to connect as friends}}',
  /** The change of the connection requested by the current person, or by the other one. */
  askedByMe: '{relationship, select, family {Friend. You asked to be family} other {Family. You asked to be friends}}',
  askedByOther:
    '{relationship, select, family {Friend. Would like to connect as family} other {Family. Would like to connect as friends}}',
  changeMenu: 'Your connection with {name}',
  changeRequest: '{relationship, select, family {Ask to connect as family} other {Ask to connect as friends}}',
  withdraw: 'Withdraw the request',
  change: '{relationship, select, family {Change to family} other {Change to friends}}',
  withdrawChange: '{relationship, select, family {Stay friends} other {Stay family}}',
  end: 'End the connection',
  changeTitle: '{relationship, select, family {Change to family?} other {Change to friends?}}',
  changeText:
    '{relationship, select, family {We ask {name}. If {name} agrees, you see what each of you shares with family. Until then, nothing changes.} other {You and {name} stop seeing what you share with family right away. If {name} agrees, you see what each of you shares with friends.}}',
  changeAsk: 'Ask {name}',
  changeNow: 'Change to friends',
  changeAsked: 'We asked {name}',
  requestChanged:
    '{relationship, select, family {Your request is now to connect as family} other {Your request is now to connect as friends}}',
  changeWithdrawn: '{relationship, select, family {You stay friends} other {You stay family}}',
  changeHint:
    '{relationship, select, family {Until you confirm, you stay friends.} other {You no longer see what you share with family. If you do not want to be friends, choose Remove.}}',
  declineChange: 'Stay friends',

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
