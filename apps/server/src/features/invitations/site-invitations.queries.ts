import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** Maximum number of invitations in one response. */
const LIST_LIMIT = 200;

/** An invitation to register, with how many have used it. */
export interface SiteInvitationRow {
  id: string;
  email: string | null;
  max_people: number;
  people: number;
  created_at: Date;
  expires_at: Date;
}

function selectCurrent(db: Db) {
  return db
    .selectFrom('invitations')
    .select((eb) => [
      ...(['id', 'owner_id', 'email', 'max_people', 'created_at', 'expires_at'] as const),
      eb
        .selectFrom('users')
        .whereRef('users.invitation_id', '=', 'invitations.id')
        .select((row) => row.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('people'),
    ])
    .where('max_people', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .$narrowType<{ max_people: number }>();
}

/** The current invitations to register of all site owners, newest first. */
export function listSiteInvitations(db: Db): Promise<SiteInvitationRow[]> {
  return selectCurrent(db).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(LIST_LIMIT).execute();
}

export function findSiteInvitation(db: Db, id: string) {
  return selectCurrent(db).where('id', '=', id).executeTakeFirst();
}

/** The current mail of this sender to this address, as an invitation to register. An expired one is deleted first. */
export async function findCurrentMail(
  tx: Tx,
  { ownerId, email }: { ownerId: string; email: string },
): Promise<SiteInvitationRow | undefined> {
  await tx
    .deleteFrom('invitations')
    .where('owner_id', '=', ownerId)
    .where('email', '=', email)
    .where('max_people', 'is not', null)
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
  return selectCurrent(tx).where('owner_id', '=', ownerId).where('email', '=', email).executeTakeFirst();
}

export async function insertSiteInvitation(
  db: Db,
  invitation: {
    id: string;
    ownerId: string;
    email: string | null;
    maxPeople: number;
    codeHash: Buffer;
    expiresAt: Date;
  },
): Promise<SiteInvitationRow> {
  const { id, ownerId, email, maxPeople, codeHash, expiresAt } = invitation;
  const row = await db
    .insertInto('invitations')
    .values({
      ...{ id, owner_id: ownerId, video_id: null, email, relationship: null, max_people: maxPeople },
      ...{ code_hash: codeHash, expires_at: expiresAt },
    })
    .returning(['id', 'email', 'created_at', 'expires_at'])
    .executeTakeFirstOrThrow();
  return { ...row, max_people: maxPeople, people: 0 };
}

/** Ends an invitation to register of any site owner. @returns whether there was a current one */
export async function revokeSiteInvitation(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('invitations')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('max_people', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The names of a person, for a mail. */
export function findNames(db: Db, userId: string) {
  return db.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', userId).executeTakeFirst();
}
