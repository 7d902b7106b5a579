import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { knownDevice } from './known-devices.ts';

/**
 * Checks email and password. Only failed attempts count towards the rate limits.
 * @param credentials `email` in lower case; `address`: the client's network address, if known; `browser`: the request
 *   of the person's own browser, null if a server sends it
 * @returns null for an unknown account or a wrong password; both give the same response in the same time
 * @throws ProtocolError 429 `too_many_attempts`, 503 `server_busy`
 */
export async function checkCredentials(
  deps: Deps,
  credentials: { address?: string; email: string; password: string; browser: FastifyRequest | null },
): Promise<{ id: string; epoch: number; passwordHash: string } | null> {
  const { db, hasher, limits } = deps;
  const { address, email, password, browser } = credentials;
  const user = await db
    .selectFrom('users')
    .select(['id', 'epoch', 'password_hash as passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst();
  const device = user && browser && knownDevice(deps, browser, user);
  const refund = await limits.consume('login', { address, email, device });
  const matches = await hasher.verify(user?.passwordHash ?? null, password).catch(async (error) => {
    // The password was not checked, so the attempt does not count.
    await refund();
    throw error;
  });
  if (!user || !matches) return null;
  await refund();
  return user;
}
