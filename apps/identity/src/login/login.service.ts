import type { Context } from '../context.ts';

/**
 * Checks an email and a password. A wrong try stays counted, a right one does not.
 * @param credentials `email` in lower case; `address` the person's network address, if known
 * @returns undefined when there is no such account or the password is wrong: the two look and take the same
 * @throws ProtocolError 429 `too_many_attempts`, 503 `server_busy`
 */
export async function checkCredentials(
  { db, hasher, limits }: Context,
  credentials: { address?: string; email: string; password: string },
): Promise<{ id: string; passwordHash: string } | undefined> {
  const { address, email, password } = credentials;
  const refund = await limits.consume('login', { address, email });
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();
  const matches = await hasher.verify(user?.password_hash, password).catch(async (error) => {
    // The password was not looked at, so this was no guess.
    await refund();
    throw error;
  });
  if (!user || !matches) return undefined;
  await refund();
  return { id: user.id, passwordHash: user.password_hash };
}
