import type { MailContent } from '@kinreel/mailer';
import type { Deps } from '../deps.ts';
import { hashOf, newSecret } from '../secrets.ts';
import { addLogoutNotice, deliverLogoutNotices } from '../sessions/logout-notices.ts';
import { verificationMail } from './verification-mail.ts';

/** Lifetime of a verification link in days. */
export const LINK_LIFETIME_DAYS = 3;

/** How long an expired link is still recognized, so that its page can send a new one, in days. */
export const LINK_MEMORY_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/** State of a link; `verified` if it was used, or the address was verified in another way. */
export type LinkState = 'valid' | 'verified' | 'expired' | 'unknown';

/** Result of requesting another mail; `limited` if too many were sent within the last hour. */
export type SendOutcome = 'sent' | 'verified' | 'limited' | 'unknown';

/**
 * Stores a mail with a link that verifies the address of an account, unless it is verified. After that the mail cannot
 * be lost.
 */
export async function sendVerificationLink(deps: Deps, userId: string): Promise<SendOutcome> {
  const { background, db, limits, outbox } = deps;
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!user) return 'unknown';
  if (user.email_verified) return 'verified';
  if (!(await limits.allowMail(user.email, 'verification'))) return 'limited';
  await outbox.add(db, 'verification', user.email);
  background.start(() => outbox.sendDue());
  return 'sent';
}

/** Creates a link and writes its mail; null if the address is verified, or has no account. Earlier links stay valid. */
export async function writeVerificationMail({ config, db, now }: Deps, email: string): Promise<MailContent | null> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .executeTakeFirst();
  if (!user) return null;
  const token = newSecret();
  await db
    .insertInto('verification_tokens')
    .values({
      token_hash: hashOf(token),
      user_id: user.id,
      expires_at: new Date(now().getTime() + LINK_LIFETIME_DAYS * DAY_MS),
    })
    .execute();
  const link = `${config.issuer}verify-email?ticket=${token}`;
  return verificationMail(link, LINK_LIFETIME_DAYS);
}

/** The state of a link and its address. Does not use the link, because mail scanners open links. */
export async function readLink({ db, now }: Deps, token: string): Promise<{ state: LinkState; email: string }> {
  const row = await db
    .selectFrom('verification_tokens')
    .innerJoin('users', 'users.id', 'verification_tokens.user_id')
    .select(['users.email', 'users.email_verified', 'verification_tokens.expires_at'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (!row) return { state: 'unknown', email: '' };
  if (row.email_verified) return { state: 'verified', email: row.email };
  return { state: row.expires_at > now() ? 'valid' : 'expired', email: row.email };
}

/** Verifies the address with a link, once. Invalidates its other links. @returns the state before */
export async function verifyWithLink(deps: Deps, token: string): Promise<LinkState> {
  const { now } = deps;
  const verified = await deps.db.transaction().execute(async (tx) => {
    const user = await tx
      .updateTable('users')
      .set({ email_verified: true, updated_at: now() })
      .where('email_verified', '=', false)
      .where('id', '=', (eb) =>
        eb
          .selectFrom('verification_tokens')
          .select('user_id')
          .where('token_hash', '=', hashOf(token))
          .where('expires_at', '>', now()),
      )
      .returning(['id', 'epoch'])
      .executeTakeFirst();
    // Ends no session of this epoch, but makes the API server refresh the verified address.
    if (user) await addLogoutNotice(tx, deps, { userId: user.id, sessionId: null, epoch: user.epoch });
    return user;
  });
  if (verified) await deliverLogoutNotices(deps);
  return verified ? 'valid' : (await readLink(deps, token)).state;
}

/** Sends another mail to the address of an expired link. */
export async function sendLinkAgain(deps: Deps, token: string): Promise<SendOutcome> {
  const row = await deps.db
    .selectFrom('verification_tokens')
    .select('user_id')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return row ? sendVerificationLink(deps, row.user_id) : 'unknown';
}
