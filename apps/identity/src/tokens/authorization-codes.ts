import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { hashOf, newSecret, sameSecret } from '../secrets.ts';
import type { Session } from './tokens.ts';

/** Lifetime of a code in milliseconds. */
const LIFETIME_MS = 60 * 1000;

interface CodeRequest {
  session: Session;
  redirectUri: string;
  /** BASE64URL(SHA256(verifier)), RFC 7636. */
  codeChallenge: string;
  scope: string;
  nonce: string | null;
}

/** Creates a code that can be exchanged once, within a minute, together with the verifier. */
export async function createAuthorizationCode({ db, now }: Deps, request: CodeRequest): Promise<string> {
  const code = newSecret();
  await db
    .insertInto('authorization_codes')
    .values({
      code_hash: hashOf(code),
      user_id: request.session.userId,
      session_id: request.session.id,
      epoch: request.session.epoch,
      redirect_uri: request.redirectUri,
      code_challenge: request.codeChallenge,
      scope: request.scope,
      nonce: request.nonce,
      expires_at: new Date(now().getTime() + LIFETIME_MS),
    })
    .execute();
  return code;
}

/** Redeems a code. @returns null if it is unknown, used or expired, or redirect URI or verifier do not match */
export async function redeemAuthorizationCode(
  { db, now }: Deps,
  given: { code: string; redirectUri: string; codeVerifier: string },
): Promise<{ session: Session; scope: string; nonce: string | null } | null> {
  const row = await db
    .deleteFrom('authorization_codes')
    .where('code_hash', '=', hashOf(given.code))
    .where('expires_at', '>', now())
    .returningAll()
    .executeTakeFirst();
  if (!row || row.redirect_uri !== given.redirectUri) return null;
  const challenge = createHash('sha256').update(given.codeVerifier).digest('base64url');
  if (!sameSecret(challenge, row.code_challenge)) return null;
  const session = { id: row.session_id, userId: row.user_id, epoch: row.epoch };
  return { session, scope: row.scope, nonce: row.nonce };
}
