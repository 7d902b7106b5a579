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

/** Converts a connection to its other person. */
export function toPickablePerson(connection: Connection, ownId: string): PickablePerson {
  return {
    id: connection.user_id === ownId ? connection.user_B_id : connection.user_id,
    firstName: connection.first_name,
    name: fullName(connection),
    photo: connection.profile_image,
    relationship: connection.relationship,
  };
}

/** Why people can already see the video. */
export interface Access {
  /** Whether everyone who is logged in can see it. */
  everyone: boolean;
  /** Reasons by person id. */
  reasons: ReadonlyMap<string, readonly AccessReason[]>;
}

/** Why a person can watch the video after the owner stops sharing it with them; `none` if they cannot. */
export function otherReason(personId: string, { everyone, reasons }: Access): AccessReason | 'everyone' | 'none' {
  if (everyone) return 'everyone';
  return reasons.get(personId)?.find((reason) => reason !== 'share') ?? 'none';
}
