import type { User } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { presentUser } from './profile.presenter.ts';
import { findUserId, setAddress, setEmailVerified, setEmailVerifiedByAddress } from './profile.queries.ts';
import { requireUser } from './profile.service.ts';
import type { UserRow } from './profile.table.ts';

/**
 * The logged-in person. Asks the identity provider whether the address has been verified meanwhile, as long as it was
 * not; without an answer it counts as not verified. A change of address ends all sessions, so the bundled service is also asked
 * once after each end of all sessions.
 * @param session.epoch null with a hosted provider, whose changes of address are not followed
 * @throws DomainError profile.missing
 */
export async function readUserAndAddress(
  deps: Pick<Deps, 'db' | 'identity' | 'log'>,
  user: UserRow,
  { token, epoch }: { token: string; epoch: number | null },
): Promise<User> {
  const isOutdated = epoch !== null && epoch > user.address_epoch;
  if (user.email_verified_at !== null && !isOutdated) return presentUser(user);
  const known = await deps.identity.emailOf(token).catch((err) => {
    if (!(err instanceof DomainError)) throw err;
    deps.log.warn({ err }, 'the identity provider does not say whether an address is verified');
    return null;
  });
  if (!known) return presentUser(user);
  if (isOutdated) {
    const isStored = await setAddress(deps.db, user.id, { ...known, epoch });
    if (!isStored) deps.log.warn('an address is not stored: another person has it');
  } else if (known.isVerified) {
    await setEmailVerified(deps.db, user.id, known.email);
  }
  return presentUser(await requireUser(deps.db, user.id));
}

/**
 * Stores the address that the identity service has of an account. Without an answer the person's next request refreshes it, as
 * it does with a hosted provider.
 */
export async function refreshAddress(
  { db, identity, log }: Pick<Deps, 'db' | 'identity' | 'log'>,
  { provider, subject }: { provider: string; subject: string },
): Promise<void> {
  const userId = await findUserId(db, provider, subject);
  if (!userId) return;
  try {
    const isStored = await setAddress(db, userId, await identity.accounts.read(subject));
    if (!isStored) log.warn('an address is not stored: another person has it');
  } catch (err) {
    if (!(err instanceof DomainError)) throw err;
    log.debug({ err }, 'the identity provider does not say the address of an account');
  }
}

/**
 * Sends the verification mail again, unless the address is verified.
 * @returns whether it is
 * @throws DomainError verification.too_many, verification.elsewhere, identity.unavailable
 */
export async function sendVerificationAgain(
  deps: Deps,
  userId: string,
  { token, epoch }: { token: string; epoch: number | null },
): Promise<boolean> {
  const user = await readUserAndAddress(deps, await requireUser(deps.db, userId), { token, epoch });
  if (user.email_verified) return true;
  return (await deps.identity.sendVerification(token)) === 'verified';
}

/** Whoever accepts an invitation has the mailbox that it was sent to. Does nothing if the person has another address. */
export function verifyByInvitation(db: Db, userId: string, address: string): Promise<void> {
  return setEmailVerified(db, userId, address);
}

/** The operator's word that an address belongs to the person who uses it. @returns false if nobody uses it */
export async function verifyAddress(db: Db, address: string): Promise<boolean> {
  return (await setEmailVerifiedByAddress(db, address)).length > 0;
}
