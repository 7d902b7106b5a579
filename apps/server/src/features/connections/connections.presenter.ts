import type { Connection, SharedConnections } from '@kinreel/contracts';
import { presentPerson } from '../profile/profile.presenter.ts';
import type { ConnectionRow } from './connections.queries.ts';

/**
 * A connection for one of its two people, with name, photo and place of the other.
 * @param shared mutual connections; only for the recipient of a pending request
 */
export function presentConnection(row: ConnectionRow, shared: SharedConnections | null = null): Connection {
  const { id: _other, ...person } = presentPerson(row);
  return {
    connection_id: row.connection_id,
    user_id: row.requester_id,
    user_B_id: row.addressee_id,
    pending: row.status === 'pending',
    relationship: row.relationship,
    ...person,
    created_at: row.created_at.toISOString(),
    change:
      row.asked_relationship && row.asked_by ? { relationship: row.asked_relationship, user_id: row.asked_by } : null,
    shared_connections: shared,
  };
}
