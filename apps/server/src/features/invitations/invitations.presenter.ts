import type { Invitation, Relationship } from '@kinreel/contracts';
import type { Selectable } from 'kysely';
import type { InvitationsTable } from '../../platform/db/tables.ts';

type Row = Pick<
  Selectable<InvitationsTable>,
  'id' | 'video_id' | 'created_at' | 'expires_at' | 'accepted_at' | 'mailed_at'
> & {
  email: string;
  relationship: Relationship;
};

/** An invitation for its owner, without who accepted it. */
export function presentInvitation(row: Row): Invitation {
  return {
    id: row.id,
    video_id: row.video_id,
    email: row.email,
    relationship: row.relationship,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    accepted_at: row.accepted_at?.toISOString() ?? null,
    waits: row.mailed_at === null,
  };
}
