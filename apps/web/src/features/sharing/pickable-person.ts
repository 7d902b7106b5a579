import type { AccessReason } from '@kinreel/contracts/audience';
import type { Connection, Relationship } from '@kinreel/contracts/connections';
import { fullName } from '../../shared/format/person.ts';

/** A person in the picker. */
export interface PickablePerson {
  id: string;
  firstName: string;
  name: string;
  photo: string | null;
  relationship: Relationship;
}

/** The other person of a connection. */
export function toPickablePerson(connection: Connection, ownId: string): PickablePerson {
  return {
    id: connection.user_id === ownId ? connection.user_B_id : connection.user_id,
    firstName: connection.first_name,
    name: fullName(connection),
    photo: connection.profile_image,
    relationship: connection.relationship,
  };
}

/** Why people can see the video already. */
export interface Access {
  /** Everyone who is logged in can. */
  everyone: boolean;
  /** By the id of a person. */
  reasons: ReadonlyMap<string, readonly AccessReason[]>;
}
