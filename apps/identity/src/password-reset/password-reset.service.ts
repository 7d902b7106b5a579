import type { Context } from '../context.ts';
import { hashOf, newSecret } from '../secrets.ts';
import { resetMail } from './reset-mail.ts';

/** Minutes a reset link works. */
const LINK_LIFETIME_MINUTES = 60;

/** Sends a link to set a new password, if there is such an account. Nothing tells the caller whether there is. */
export async function sendResetLink({ config, db, limits, mailer, now }: Context, email: string): Promise<void> {
  // Over the limit nothing is sent; the links already in the inbox keep working.
  if (!(await limits.allowMail(email))) return;
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (!user) return;
  const token = newSecret();
  await db
    .insertInto('reset_tokens')
    .values({
      token_hash: hashOf(token),
      user_id: user.id,
      expires_at: new Date(now().getTime() + LINK_LIFETIME_MINUTES * 60 * 1000),
    })
    .execute();
  const link = `${config.issuer}password-reset?ticket=${token}`;
  await mailer.send({ to: email, ...resetMail(link, LINK_LIFETIME_MINUTES) });
}

/** Whether a link would still work. Looking does not use it up: mail programs open links before people do. */
export async function isLinkValid({ db, now }: Context, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('reset_tokens')
    .select('user_id')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Sets the password, once per link, and ends everything that the old one opened: sessions, tickets, codes, other links.
 * @returns false when the link is used up or expired; then nothing has changed
 * @throws ProtocolError 503 `server_busy`
 */
export async function resetPassword(context: Context, token: string, password: string): Promise<boolean> {
  const { db, hasher, now } = context;
  if (!(await isLinkValid(context, token))) return false;
  const passwordHash = await hasher.hash(password);
  return db.transaction().execute(async (tx) => {
    // Whoever else is about to use a link of this person, or to sign them in, waits from here on.
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
      .returning('user_id')
      .executeTakeFirst();
    if (!link) return false;
    await tx
      .updateTable('users')
      // Whoever opened the link reads the mail of this address.
      .set({ password_hash: passwordHash, email_verified: true, updated_at: now() })
      .where('id', '=', link.user_id)
      .execute();
    for (const table of ['sessions', 'login_tickets', 'authorization_codes', 'reset_tokens'] as const) {
      await tx.deleteFrom(table).where('user_id', '=', link.user_id).execute();
    }
    return true;
  });
}
