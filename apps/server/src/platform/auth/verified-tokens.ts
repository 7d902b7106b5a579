import { hash } from 'node:crypto';

/** How long a token counts as verified, in milliseconds. After that its signature is checked again, with the keys of then. */
const REMEMBERED_MS = 60_000;

/** Maximum number of tokens remembered, about 500 bytes each. */
const MAX_TOKENS = 10_000;

/**
 * Remembers the claims of tokens that were verified a moment ago, by the SHA-256 of the token: checking a signature costs
 * more than all else that a short request does. Only the signature and the fixed claims are remembered. Whether the session
 * has ended, or its person may not enter, is for the caller to look up at each request. A token that was refused is not
 * remembered, and none longer than it is valid.
 * @param verify checks a token; throws if it is not valid
 * @param options.toleranceMs how long `verify` accepts a token after its end
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
    // The oldest goes first; it would be verified again soon.
    if (remembered.size > maxTokens) remembered.delete(remembered.keys().next().value as string);
    return claims;
  };
}
