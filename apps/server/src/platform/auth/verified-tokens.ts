import { hash } from 'node:crypto';

/**
 * How long a token counts as verified, in milliseconds. Then its signature is verified again, with the current keys.
 */
const REMEMBERED_MS = 60_000;

/** Maximum number of cached tokens, about 500 bytes each. */
const MAX_TOKENS = 10_000;

/**
 * Caches the claims of recently verified tokens, by the token's SHA-256: verifying a signature costs more than the rest
 * of a short request. Only the signature and the claims are cached. Callers must check at each request whether the
 * session has ended, or the person is not allowed. Rejected tokens are not cached, and no token longer than it is
 * valid.
 * @param verify verifies a token; throws if it is not valid
 * @param options.toleranceMs how long `verify` accepts a token after its expiry
 */
export function rememberVerified<Claims extends { expiresAt: Date }>(
  verify: (token: string) => Promise<Claims>,
  { toleranceMs = 0, maxTokens = MAX_TOKENS }: { toleranceMs?: number; maxTokens?: number } = {},
): (token: string) => Promise<Claims> {
  const remembered = new Map<string, { claims: Claims; until: number }>();

  return async (token) => {
    const id = hash('sha256', token, 'base64');
    const known = remembered.get(id);
    if (known && Date.now() < known.until) return known.claims;
    remembered.delete(id);
    const verifiedAt = Date.now();
    const claims = await verify(token);
    const until = Math.min(verifiedAt + REMEMBERED_MS, claims.expiresAt.getTime() + toleranceMs);
    remembered.set(id, { claims, until });
    // Drops the oldest, which would be verified again soonest.
    if (remembered.size > maxTokens) remembered.delete(remembered.keys().next().value as string);
    return claims;
  };
}
