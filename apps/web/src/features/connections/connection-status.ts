import type { Connection, Relationship } from '@kinreel/contracts/connections';
import { BADGE_MAX } from '@kinreel/contracts/constants';
import { connections as text } from '@kinreel/messages/en/connections';

type RequestParties = Pick<Connection, 'pending' | 'user_B_id'>;

/** CONN-01: state of the connect control on another person's profile. */
export type ConnectState = 'none' | 'pending' | 'following';

export function connectState(connection: Pick<Connection, 'pending'> | null | undefined): ConnectState {
  if (!connection) return 'none';
  return connection.pending ? 'pending' : 'following';
}

/** CONN-03: a request is incoming only if it is pending and was sent to the current user. */
export function isIncoming(connection: RequestParties | null | undefined, userId: string): boolean {
  return connection?.pending === true && connection.user_B_id === userId;
}

/** Number of incoming requests. */
export function countIncomingRequests(connections: readonly RequestParties[], userId: string): number {
  return connections.filter((connection) => isIncoming(connection, userId)).length;
}

/** PROF-02: text of the badge; empty for none. */
export function badgeText(count: number): string {
  if (count <= 0) return '';
  return count > BADGE_MAX ? `${BADGE_MAX}+` : String(count);
}

/** Id of the other person of a connection. */
export function otherUserId(connection: Pick<Connection, 'user_id' | 'user_B_id'>, userId: string): string {
  return connection.user_id === userId ? connection.user_B_id : connection.user_id;
}

/** CONN-04: the specified text. For accepted connections it adds that shared videos are no longer shared. */
export function removalText({ first_name, pending }: Pick<Connection, 'first_name' | 'pending'>): string {
  return pending ? text.removeText : text.removeConnectedText({ name: first_name });
}

/** Who has requested a change of the connection; null without a request. */
export function askedBy(connection: Pick<Connection, 'change'>, userId: string): 'me' | 'other' | null {
  if (!connection.change) return null;
  return connection.change.user_id === userId ? 'me' : 'other';
}

/** The opposite relationship. */
export function otherRelationship(relationship: Relationship): Relationship {
  return relationship === 'family' ? 'friend' : 'family';
}

/** "2 shared connections: Tavi, Maren"; empty if there are none or the user may not see them. */
export function sharedText(shared: Connection['shared_connections']): string {
  if (!shared || shared.count === 0) return '';
  const more = shared.count > shared.names.length ? ['…'] : [];
  return text.shared({ count: shared.count, names: [...shared.names, ...more].join(', ') });
}
