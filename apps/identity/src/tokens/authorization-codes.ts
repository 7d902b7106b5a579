import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { hashOf, newSecret, sameSecret } from '../secrets.ts';

/** Milliseconds between the redirect and the exchange. */
const LIFETIME = 60 * 1000;

interface CodeRequest {
  userId: string;
  redirectUri: string;
  /** BASE64URL(SHA256(verifier)), RFC 7636. */
  codeChallenge: string;
  scope: string;
  nonce: string | null;
}

/** Makes a code that can be exchanged once, within a minute, by whoever knows the verifier. */
export async function createAuthorizationCode({ db, now }: Context, request: CodeRequest): Promise<string> {
  const code = newSecret();
  await db
    .insertInto('authorization_codes')
    .values({
      code_hash: hashOf(code),
      user_id: request.userId,
      redirect_uri: request.redirectUri,
      code_challenge: request.codeChallenge,
      scope: request.scope,
      nonce: request.nonce,
      expires_at: new Date(now().getTime() + LIFETIME),
    })
    .execute();
  return code;
}

/** Uses a code up. Undefined when it is unknown, used, expired, or the redirect address or verifier do not match. */
export async function redeemAuthorizationCode(
  { db, now }: Context,
  given: { code: string; redirectUri: string; codeVerifier: string },
): Promise<{ userId: string; scope: string; nonce: string | null } | undefined> {
  const row = await db
    .deleteFrom('authorization_codes')
    .where('code_hash', '=', hashOf(given.code))
    .where('expires_at', '>', now())
    .returningAll()
    .executeTakeFirst();
  if (!row || row.redirect_uri !== given.redirectUri) return undefined;
  const challenge = createHash('sha256').update(given.codeVerifier).digest('base64url');
  if (!sameSecret(challenge, row.code_challenge)) return undefined;
  return { userId: row.user_id, scope: row.scope, nonce: row.nonce };
}
