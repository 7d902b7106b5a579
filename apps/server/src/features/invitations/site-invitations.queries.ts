import type { Relationship } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** Maximum number of invitations in one response. */
const LIST_LIMIT = 200;

/** An invitation to register, with the number of people who have used it. */
export type SiteInvitationRow = Omit<Awaited<ReturnType<typeof listSiteInvitations>>[number], 'owner_id'>;

function selectCurrent(db: Db) {
  return db
    .selectFrom('invitations')
    .select((eb) => [
      ...(['id', 'owner_id', 'email', 'max_people', 'created_at', 'expires_at', 'relationship', 'message'] as const),
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

/** The current invitations to register that site owners have made, newest first. */
export function listSiteInvitations(db: Db) {
  return selectCurrent(db)
    .where('by_site_owner', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIST_LIMIT)
    .execute();
}

/** The current invitations of one person, newest first. */
export function listOwnSiteInvitations(db: Db, ownerId: string): Promise<SiteInvitationRow[]> {
  return selectCurrent(db)
    .where('owner_id', '=', ownerId)
    .where('relationship', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIST_LIMIT)
    .execute();
}

/** The newest current link of this person with this relationship and message. */
export function findCurrentLink(
  db: Db,
  { ownerId, relationship, message }: { ownerId: string; relationship: Relationship; message: string },
): Promise<SiteInvitationRow | undefined> {
  return selectCurrent(db)
    .where('owner_id', '=', ownerId)
    .where('email', 'is', null)
    .where('relationship', '=', relationship)
    .where('message', '=', message)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findSiteInvitation(db: Db, id: string) {
  return selectCurrent(db).where('id', '=', id).executeTakeFirst();
}

/** The current mailed invitation of this sender to this address. Deletes an expired one first. */
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
    relationship: Relationship | null;
    message: string;
  },
): Promise<SiteInvitationRow> {
  const { id, ownerId, email, maxPeople, codeHash, expiresAt, relationship, message } = invitation;
  const row = await db
    .insertInto('invitations')
    .values((eb) => ({
      id,
      owner_id: ownerId,
      video_id: null,
      email,
      relationship,
      message,
      max_people: maxPeople,
      code_hash: codeHash,
      expires_at: expiresAt,
      by_site_owner: eb
        .exists(eb.selectFrom('users').select('id').where('id', '=', ownerId).where('site_owner_since', 'is not', null))
        .$castTo<boolean>(),
    }))
    .returning(['id', 'email', 'created_at', 'expires_at', 'relationship', 'message'])
    .executeTakeFirstOrThrow();
  return { ...row, max_people: maxPeople, people: 0 };
}

/** Ends an invitation to register; with `ownerId` only one of this person. @returns whether there was a current one */
export async function revokeSiteInvitation(db: Db, id: string, ownerId?: string): Promise<boolean> {
  const row = await db
    .updateTable('invitations')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId ?? ''))
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
