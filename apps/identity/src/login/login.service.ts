import type { Deps } from '../deps.ts';

/**
 * Checks email and password. Only failed attempts count towards the rate limits.
 * @param credentials `email` in lower case; `address` is the client's network address, if known
 * @returns null for an unknown account or a wrong password; both look the same and take the same time
 * @throws ProtocolError 429 `too_many_attempts`, 503 `server_busy`
 */
export async function checkCredentials(
  { db, hasher, limits }: Deps,
  credentials: { address?: string; email: string; password: string },
): Promise<{ id: string; passwordHash: string } | null> {
  const { address, email, password } = credentials;
  const refund = await limits.consume('login', { address, email });
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();
  const matches = await hasher.verify(user?.password_hash ?? null, password).catch(async (error) => {
    // The password was not checked, so this does not count as an attempt.
    await refund();
    throw error;
  });
  if (!user || !matches) return null;
  await refund();
  return { id: user.id, passwordHash: user.password_hash };
}
