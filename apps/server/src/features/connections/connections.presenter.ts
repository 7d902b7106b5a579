import type { Connection } from '@kinreel/contracts';
import { presentPerson } from '../profile/profile.presenter.ts';
import type { ConnectionRow } from './connections.queries.ts';

/** A connection for one of its two people, with name, photo and place of the other. */
export function presentConnection(row: ConnectionRow): Connection {
  const { id: _other, ...person } = presentPerson(row);
  return {
    connection_id: row.connection_id,
    user_id: row.requester_id,
    user_B_id: row.addressee_id,
    pending: row.status === 'pending',
    relationship: row.relationship,
    ...person,
    created_at: row.created_at.toISOString(),
  };
}
