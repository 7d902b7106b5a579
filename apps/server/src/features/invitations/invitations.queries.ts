import type { Relationship } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { isOpen } from '../visibility/visibility.policy.ts';

/** Maximum number of invitations in one response. */
const LIST_LIMIT = 100;

const COLUMNS = [
  ...(['id', 'video_id', 'email', 'relationship', 'created_at', 'expires_at', 'accepted_at', 'mailed_at'] as const),
] as const;

/**
 * Columns that are not null in an invitation to a video. An invitation to the site has no video
 * (site-invitations.queries.ts).
 */
interface ToVideo {
  email: string;
  relationship: Relationship;
}

/** Neither revoked nor expired. */
const isCurrent = sql<boolean>`(invitations.revoked_at is null and invitations.expires_at > now())`;

/** Locks the sender until the end of the transaction, so that concurrent calls share the limits. */
export async function lockSender(tx: Tx, ownerId: string): Promise<{ email: string } | undefined> {
  return tx.selectFrom('users').select('email').where('id', '=', ownerId).forNoKeyUpdate().executeTakeFirst();
}

/** The current invitation of this address to this video. An expired one is deleted first. */
export async function findCurrent(tx: Tx, invitation: { ownerId: string; videoId: string; email: string }) {
  const { ownerId, videoId, email } = invitation;
  await tx
    .deleteFrom('invitations')
    .where('owner_id', '=', ownerId)
    .where('video_id', '=', videoId)
    .where('email', '=', email)
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
  return tx
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('owner_id', '=', ownerId)
    .where('video_id', '=', videoId)
    .where('email', '=', email)
    .where('revoked_at', 'is', null)
    .$narrowType<ToVideo>()
    .executeTakeFirst();
}

/** Invitations of a sender in the last day: all, and to this address. Revoked ones count. */
export async function countOfDay(tx: Tx, ownerId: string, email: string): Promise<{ all: number; toAddress: number }> {
  const row = await tx
    .selectFrom('invitations')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('email', '=', email).as('toAddress'),
    ])
    .where('owner_id', '=', ownerId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return { all: Number(row.all), toAddress: Number(row.toAddress) };
}

export function insertInvitation(
  tx: Tx,
  invitation: {
    id: string;
    ownerId: string;
    videoId: string;
    email: string;
    relationship: Relationship;
    message: string;
    codeHash: Buffer;
    expiresAt: Date;
    /** The mail is sent now, not when the video opens. */
    isMailed: boolean;
  },
) {
  const { id, ownerId, videoId, email, relationship, message, codeHash, expiresAt, isMailed } = invitation;
  return tx
    .insertInto('invitations')
    .values({
      id,
      owner_id: ownerId,
      video_id: videoId,
      email,
      relationship,
      message,
      code_hash: codeHash,
      expires_at: expiresAt,
      ...(isMailed && { mailed_at: new Date() }),
    })
    .returning(COLUMNS)
    .$narrowType<ToVideo>()
    .executeTakeFirstOrThrow();
}

/** The current invitations to a video, newest first. */
export function listInvitations(db: Db, videoId: string, ownerId: string) {
  return db
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('video_id', '=', videoId)
    .where('owner_id', '=', ownerId)
    .where(isCurrent)
    .$narrowType<ToVideo>()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIST_LIMIT)
    .execute();
}

/** @returns false unless there was a current invitation of this owner */
export async function revokeInvitation(db: Db, id: string, ownerId: string): Promise<boolean> {
  const row = await db
    .updateTable('invitations')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('max_people', 'is', null)
    .where(isCurrent)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends an unused mailed invitation. @returns whether it exists, ended or not */
export async function endByCode(db: Db, codeHash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('invitations')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('code_hash', '=', codeHash)
    .where('email', 'is not', null)
    .where('accepted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').select('users.id').whereRef('users.invitation_id', '=', 'invitations.id'))),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The data for a mail; undefined if the invitation is revoked, expired or used, its video was deleted or is not open
 * yet, or the owner is leaving.
 */
export function findInvitationMail(db: Db, id: string) {
  return db
    .selectFrom('invitations')
    .innerJoin('videos', 'videos.id', 'invitations.video_id')
    .innerJoin('prompts', 'prompts.id', 'videos.prompt_id')
    .innerJoin('users', 'users.id', 'invitations.owner_id')
    .select(['invitations.email', 'invitations.message', 'invitations.expires_at', 'videos.status', 'prompts.prompt'])
    .select(['invitations.owner_id', 'users.first_name', 'users.last_name'])
    .where('invitations.id', '=', id)
    .where('invitations.accepted_at', 'is', null)
    .where('users.delete_at', 'is', null)
    .where(isCurrent)
    .where(isOpen('videos'))
    .$narrowType<ToVideo>()
    .executeTakeFirst();
}

/** The data for an invitation's preview; undefined unless it is current and unused. */
export function findInvitationPreview(db: Db, codeHash: Buffer) {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.owner_id')
    .leftJoin('videos', 'videos.id', 'invitations.video_id')
    .leftJoin('prompts', 'prompts.id', 'videos.prompt_id')
    .select(['users.first_name', 'users.show_on_links', 'users.photo_key', 'prompts.prompt', 'videos.thumbhash'])
    .select(['invitations.relationship', 'invitations.message', 'invitations.email', 'invitations.video_id'])
    .where('invitations.code_hash', '=', codeHash)
    .where('users.delete_at', 'is', null)
    .where('invitations.relationship', 'is not', null)
    .where('invitations.accepted_at', 'is', null)
    .where(isCurrent)
    .where((eb) => eb.or([eb('invitations.video_id', 'is', null), isOpen('videos')]))
    .$narrowType<{ relationship: Relationship }>()
    .executeTakeFirst();
}

/** The current invitation to an open video by code. With `lock`, locks the row until the end of the transaction. */
export function findByCode(db: Db, codeHash: Buffer, options: { lock?: boolean } = {}) {
  return db
    .selectFrom('invitations')
    .select(['id', 'owner_id', 'video_id', 'email', 'relationship', 'message', 'accepted_at', 'accepted_by'])
    .where('code_hash', '=', codeHash)
    .where('max_people', 'is', null)
    .where(isCurrent)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('videos')
          .select('videos.id')
          .whereRef('videos.id', '=', 'invitations.video_id')
          .where(isOpen('videos')),
      ),
    )
    .$narrowType<ToVideo>()
    .$if(options.lock === true, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** The current invitation to register by code, if it defines a relationship. */
export function findSiteInvitationByCode(db: Db, codeHash: Buffer) {
  return db
    .selectFrom('invitations')
    .select(['id', 'owner_id', 'video_id', 'email', 'relationship', 'message', 'accepted_at', 'accepted_by'])
    .where('code_hash', '=', codeHash)
    .where('max_people', 'is not', null)
    .where('relationship', 'is not', null)
    .where(isCurrent)
    .$narrowType<{ relationship: Relationship }>()
    .executeTakeFirst();
}

/** Whether a person has registered with this invitation. */
export async function hasRegisteredWith(db: Db, id: string, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', personId)
    .where('invitation_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setAccepted(tx: Tx, id: string, personId: string): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ accepted_at: sql`now()`, accepted_by: personId })
    .where('id', '=', id)
    .execute();
}

/**
 * Marks waiting mails of a video's unused invitations as sent now.
 * @param change.openedAt mails before this time are sent again; null: only unsent ones
 * @returns the ids of the invitations
 */
export async function setMailed(
  tx: Tx,
  videoId: string,
  { openedAt, expiresAt }: { openedAt: Date | null; expiresAt: Date },
): Promise<string[]> {
  const rows = await tx
    .updateTable('invitations')
    .set({ mailed_at: sql<Date>`now()`, expires_at: expiresAt })
    .where('video_id', '=', videoId)
    .where('accepted_at', 'is', null)
    .where(isCurrent)
    .where(({ eb, or }) =>
      or([eb('mailed_at', 'is', null), ...(openedAt === null ? [] : [eb('mailed_at', '<', openedAt)])]),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Sets when the unused invitations to a video expire. */
export async function setExpiry(tx: Tx, videoId: string, expiresAt: Date): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ expires_at: expiresAt })
    .where('video_id', '=', videoId)
    .where('accepted_at', 'is', null)
    .where(isCurrent)
    .execute();
}

/** @returns how many there were */
export async function deleteExpired(db: Db): Promise<number> {
  const result = await db.deleteFrom('invitations').where('expires_at', '<=', sql<Date>`now()`).executeTakeFirst();
  return Number(result.numDeletedRows);
}
