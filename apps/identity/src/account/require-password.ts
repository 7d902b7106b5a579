import { accountChange as text } from '@kinreel/messages/en/account-change';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { oauthError } from '../http/protocol-error.ts';
import { checkCredentials } from '../login/login.service.ts';

/** An account whose person has just entered its password. */
export interface ProvedAccount {
  id: string;
  email: string;
  passwordHash: string;
}

/**
 * The account of an access token, if the password is right. A wrong one counts as a failed login, with the same limits.
 * @throws ProtocolError 403 `wrong_password`, 429 `too_many_attempts`, 503 `server_busy`
 */
export async function requirePassword(
  deps: Deps,
  request: FastifyRequest,
  userId: string,
  password: string,
): Promise<ProvedAccount> {
  const user = await deps.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  const proved = await checkCredentials(deps, {
    address: request.ip,
    email: user.email,
    password,
    browser: request,
  });
  if (proved?.id !== userId) throw oauthError(403, 'wrong_password', text.wrongPassword);
  return { id: userId, email: user.email, passwordHash: proved.passwordHash };
}
