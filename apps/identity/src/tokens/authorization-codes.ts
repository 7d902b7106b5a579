import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { hashOf, newSecret, sameSecret } from '../secrets.ts';
import { endSessionById } from '../sessions/sessions.ts';
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

/**
 * Redeems a code. Using it again ends its session, and so the token of the first use, because one of the two was
 * stolen.
 * @returns null if it is unknown, used or expired, or redirect URI or verifier do not match
 */
export async function redeemAuthorizationCode(
  deps: Deps,
  given: { code: string; redirectUri: string; codeVerifier: string },
): Promise<{ session: Session; scope: string; nonce: string | null } | null> {
  const { db, now } = deps;
  const codeHash = hashOf(given.code);
  const row = await db
    .updateTable('authorization_codes')
    .set({ used_at: now() })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .returningAll()
    .executeTakeFirst();
  if (!row) await endSessionOfUsed(deps, codeHash);
  if (!row || row.redirect_uri !== given.redirectUri) return null;
  const challenge = createHash('sha256').update(given.codeVerifier).digest('base64url');
  if (!sameSecret(challenge, row.code_challenge)) return null;
  const session = { id: row.session_id, userId: row.user_id, epoch: row.epoch };
  return { session, scope: row.scope, nonce: row.nonce };
}

/** Ends the session of a code that was used before. */
async function endSessionOfUsed(deps: Deps, codeHash: string): Promise<void> {
  const used = await deps.db
    .selectFrom('authorization_codes')
    .select(['user_id', 'session_id'])
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is not', null)
    .executeTakeFirst();
  if (used?.session_id) await endSessionById(deps, used.user_id, used.session_id);
}
