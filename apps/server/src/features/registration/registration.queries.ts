import type { Inviting, RegistrationMode } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Admission } from './registration.policy.ts';

/** The site owners' setting; null if none. */
export async function findChosenMode(db: Db): Promise<RegistrationMode | null> {
  const row = await db.selectFrom('site_settings').select('registration').executeTakeFirst();
  return row?.registration ?? null;
}

export async function setChosenMode(db: Db, registration: RegistrationMode): Promise<void> {
  await db.updateTable('site_settings').set({ registration }).execute();
}

/** Who may invite new people. */
export async function findInviting(db: Db): Promise<Inviting> {
  const row = await db.selectFrom('site_settings').select('inviting').executeTakeFirst();
  return row?.inviting ?? 'owners';
}

export async function setInviting(db: Db, inviting: Inviting): Promise<void> {
  await db.updateTable('site_settings').set({ inviting }).execute();
}

export async function isSiteOwner(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('site_owner_since', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * What a code allows: becoming the first site owner, or registering with an invitation that is not used up. An
 * invitation to a video is for one person. If only site owners may invite, other people's invitations allow nothing.
 * @param options.lock locks the row until the end of the transaction, so that concurrent registrations do not exceed
 *   the limit
 */
export async function findAdmission(
  db: Db,
  codeHash: Buffer,
  options: { mode: RegistrationMode; lock?: boolean },
): Promise<Admission | null> {
  const ownerCode = await db
    .selectFrom('owner_codes')
    .select('id')
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (ownerCode) return { kind: 'owner-code' };
  const invitation = await db
    .selectFrom('invitations')
    .select(['id', 'max_people', 'owner_id', 'email'])
    .where('code_hash', '=', codeHash)
    .where('revoked_at', 'is', null)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(options.lock === true, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!invitation) return null;
  if (options.mode === 'invited' && (await findInviting(db)) === 'owners') {
    if (!(await isSiteOwner(db, invitation.owner_id))) return null;
  }
  // A separate statement: only after the lock is taken it sees concurrent registrations.
  const { people } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where('invitation_id', '=', invitation.id)
    .executeTakeFirstOrThrow();
  const { id: invitationId, email, max_people: maxPeople } = invitation;
  return people < (maxPeople ?? 1) ? { kind: 'invitation', invitationId, email } : null;
}
