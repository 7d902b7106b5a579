import type { Connection } from '@kinreel/contracts/connections';
import { BADGE_MAX } from '@kinreel/contracts/constants';
import { messages } from '@kinreel/contracts/messages';

type Ends = Pick<Connection, 'pending' | 'user_B_id'>;

/** CONN-01: what the connect control of another's profile shows. */
export type ConnectState = 'Connect' | 'Pending' | 'Following';

export function connectState(connection: Pick<Connection, 'pending'> | null | undefined): ConnectState {
  if (!connection) return 'Connect';
  return connection.pending ? 'Pending' : 'Following';
}

/** CONN-03: a request is incoming only when it is pending and the current user is the one who was asked. */
export function isIncoming(connection: Ends | null | undefined, userId: string): boolean {
  return connection?.pending === true && connection.user_B_id === userId;
}

/** How many requests wait for the person. */
export function countIncoming(connections: readonly Ends[], userId: string): number {
  return connections.filter((connection) => isIncoming(connection, userId)).length;
}

/** PROF-02: what the badge says; empty when nobody waits. */
export function badgeText(count: number): string {
  if (count <= 0) return '';
  return count > BADGE_MAX ? `${BADGE_MAX}+` : String(count);
}

/** Id of the person at the other end of a connection. */
export function idOfOther(connection: Pick<Connection, 'user_id' | 'user_B_id'>, userId: string): string {
  return connection.user_id === userId ? connection.user_B_id : connection.user_id;
}

/** CONN-04: the words of the specification; where the connection stands also that what is shared by it ends. */
export function removalText({ first_name, pending }: Pick<Connection, 'first_name' | 'pending'>): string {
  const { removeText } = messages.connection;
  if (pending) return removeText;
  return `${removeText} What you and ${first_name} have shared with each other is no longer shared.`;
}
