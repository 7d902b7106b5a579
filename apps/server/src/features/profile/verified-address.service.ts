import type { User } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { presentUser } from './profile.presenter.ts';
import { findUserId, setAddress, setEmailVerified, setEmailVerifiedByAddress } from './profile.queries.ts';
import { requireUser } from './profile.service.ts';
import type { UserRow } from './profile.table.ts';

/**
 * The logged-in person. While their address is unverified, asks the identity provider whether it has been verified;
 * without a response it counts as unverified. A change of the address ends all sessions, so the bundled service is also
 * asked once after that.
 * @param session.epoch null with a hosted provider, whose changes of addresses are not followed
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
    deps.log.warn({ err }, 'cannot ask the identity provider whether an address is verified');
    return null;
  });
  if (!known) return presentUser(user);
  if (isOutdated) {
    const isStored = await setAddress(deps.db, user.id, { ...known, epoch });
    if (!isStored) deps.log.warn('address not stored: another person has it');
  } else if (known.isVerified) {
    await setEmailVerified(deps.db, user.id, known.email);
  }
  return presentUser(await requireUser(deps.db, user.id));
}

/**
 * Stores the address that the identity service has for an account. Without a response, or with a hosted provider, the
 * person's next request refreshes it.
 */
export async function refreshAddress(
  { db, identity, log }: Pick<Deps, 'db' | 'identity' | 'log'>,
  { provider, subject }: { provider: string; subject: string },
): Promise<void> {
  const userId = await findUserId(db, provider, subject);
  if (!userId) return;
  try {
    const isStored = await setAddress(db, userId, await identity.accounts.read(subject));
    if (!isStored) log.warn('address not stored: another person has it');
  } catch (err) {
    if (!(err instanceof DomainError)) throw err;
    log.debug({ err }, 'cannot ask the identity provider for the address of an account');
  }
}

/**
 * Sends the verification mail again, unless the address is verified.
 * @returns whether it is verified
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

/**
 * Accepting an invitation proves access to the mailbox, so it verifies the address. Does nothing if the person has
 * another address.
 */
export function verifyByInvitation(db: Db, userId: string, address: string): Promise<void> {
  return setEmailVerified(db, userId, address);
}

/** Marks an address as verified on the operator's decision. @returns false if nobody has this address */
export async function verifyAddress(db: Db, address: string): Promise<boolean> {
  return (await setEmailVerifiedByAddress(db, address)).length > 0;
}
