import type { MailContent } from '@kinreel/mailer';
import type { Deps } from '../deps.ts';
import { hashOf, newSecret } from '../secrets.ts';
import { deliverLogoutNotices } from '../sessions/logout-notices.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { resetMail } from './reset-mail.ts';

/** Lifetime of a reset link in minutes: by mail, and handed over by a site owner. */
const LINK_LIFETIME_MINUTES = 60;
const HANDED_LINK_LIFETIME_MINUTES = 24 * 60;

/**
 * Stores a mail with a link to set a new password, whether the account exists or not: neither the response nor its time
 * reveal that. After that the mail cannot be lost.
 */
export async function requestResetLink({ db, limits, outbox }: Deps, email: string): Promise<void> {
  // Above the limit nothing is sent; earlier links stay valid.
  if (await limits.allowMail(email, 'reset')) await outbox.add(db, 'reset', email);
}

/** Creates a link and writes its mail; null if there is no account. Earlier links stay valid. */
export async function writeResetMail({ config, db, now }: Deps, email: string): Promise<MailContent | null> {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (!user) return null;
  const { link } = await createResetLink({ config, db, now }, user.id, { byMail: true });
  return resetMail(link, LINK_LIFETIME_MINUTES);
}

/** @param options.byMail whether using the link proves access to the mailbox */
export async function createResetLink(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  userId: string,
  { byMail }: { byMail: boolean },
): Promise<{ link: string; expiresAt: Date }> {
  const token = newSecret();
  const minutes = byMail ? LINK_LIFETIME_MINUTES : HANDED_LINK_LIFETIME_MINUTES;
  const expiresAt = new Date(now().getTime() + minutes * 60 * 1000);
  await db
    .insertInto('reset_tokens')
    .values({ token_hash: hashOf(token), user_id: userId, by_mail: byMail, expires_at: expiresAt })
    .execute();
  return { link: `${config.issuer}password-reset?ticket=${token}`, expiresAt };
}

/** Whether a link is valid. Does not redeem it, because mail programs open links. */
export async function isLinkValid({ db, now }: Deps, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('reset_tokens')
    .select('user_id')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Sets the password, once per link, and revokes everything created with the old one: sessions, tokens, tickets, codes,
 * links.
 * @returns the account; null, without a change, if the link was used or has expired
 * @throws ProtocolError 503 `server_busy`
 */
export async function resetPassword(
  deps: Deps,
  token: string,
  password: string,
): Promise<{ id: string; passwordHash: string } | null> {
  const { db, hasher, now } = deps;
  if (!(await isLinkValid(deps, token))) return null;
  const passwordHash = await hasher.hash(password);
  const account = await db.transaction().execute(async (tx) => {
    // Concurrent resets and logins of this person wait here.
    await tx
      .selectFrom('users')
      .innerJoin('reset_tokens', 'reset_tokens.user_id', 'users.id')
      .select('users.id')
      .where('token_hash', '=', hashOf(token))
      .forNoKeyUpdate('users')
      .execute();
    const link = await tx
      .deleteFrom('reset_tokens')
      .where('token_hash', '=', hashOf(token))
      .where('expires_at', '>', now())
      .returning(['user_id', 'by_mail'])
      .executeTakeFirst();
    if (!link) return null;
    await tx
      .updateTable('users')
      .set({
        password_hash: passwordHash,
        updated_at: now(),
        // A link sent by mail proves access to the mailbox.
        ...(link.by_mail && { email_verified: true }),
      })
      .where('id', '=', link.user_id)
      .execute();
    await endAllSessions(tx, deps, link.user_id);
    await tx.deleteFrom('reset_tokens').where('user_id', '=', link.user_id).execute();
    return { id: link.user_id, passwordHash };
  });
  await deliverLogoutNotices(deps);
  return account;
}
