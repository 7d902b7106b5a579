import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Deps } from '../deps.ts';
import { ProtocolError } from '../http/protocol-error.ts';

/** Lifetime of an access token in seconds. */
export const TOKEN_LIFETIME_SECONDS = 15 * 60;

/** The scopes that may be granted; others are ignored. */
const SCOPES = ['openid', 'profile', 'email'];

type TokenDeps = Pick<Deps, 'config' | 'keys' | 'now'>;

export interface Grant {
  /** The user's id, without the `auth0|` prefix. */
  userId: string;
  /** The client that requested the token. */
  clientId: string;
  /** Granted scopes, separated by spaces. */
  scope: string;
}

/** The user id with its `auth0|` prefix, called auth0Id in the rest of the product. */
export const subjectOf = (userId: string): string => `auth0|${userId}`;

/** The granted scopes; all if none were requested. */
export function grantedScope(requested: string | undefined): string {
  const wanted = requested?.split(/\s+/).filter(Boolean) ?? [];
  return SCOPES.filter((scope) => wanted.length === 0 || wanted.includes(scope)).join(' ');
}

/** The userinfo endpoint, the second audience of every access token. */
const userinfoAudience = (deps: TokenDeps): string => `${deps.config.issuer}userinfo`;

/** Signs an access token (RFC 9068) for the product's API and userinfo. `sub` is the only personal claim. */
export async function signAccessToken(deps: TokenDeps, grant: Grant): Promise<string> {
  const { config, keys } = deps;
  return sign(await keys.current(), 'at+jwt', {
    ...standardClaims(deps, grant.userId),
    aud: [config.audience, userinfoAudience(deps)],
    client_id: grant.clientId,
    scope: grant.scope,
    jti: randomUUID(),
  });
}

/** Signs an ID token (OpenID Connect), for clients that exchange a code with the scope `openid`. */
export async function signIdToken(deps: TokenDeps, grant: Grant, nonce: string | null): Promise<string> {
  return sign(await deps.keys.current(), 'JWT', {
    ...standardClaims(deps, grant.userId),
    aud: grant.clientId,
    ...(nonce ? { nonce } : {}),
  });
}

/** The body of a successful token response. */
export async function tokenResponse(deps: TokenDeps, grant: Grant, nonce: string | null = null) {
  const openid = grant.scope.split(' ').includes('openid');
  return {
    access_token: await signAccessToken(deps, grant),
    ...(openid ? { id_token: await signIdToken(deps, grant, nonce) } : {}),
    scope: grant.scope,
    expires_in: TOKEN_LIFETIME_SECONDS,
    token_type: 'Bearer' as const,
  };
}

/**
 * Verifies an access token for userinfo.
 * @throws ProtocolError 401 `invalid_token`
 */
export async function verifyAccessToken(deps: TokenDeps, token: string): Promise<JWTPayload & { sub: string }> {
  const keySet = createLocalJWKSet({ keys: await deps.keys.published() });
  try {
    const { payload } = await jwtVerify<{ sub: string }>(token, keySet, {
      algorithms: ['RS256'],
      typ: 'at+jwt',
      issuer: deps.config.issuer,
      audience: userinfoAudience(deps),
      requiredClaims: ['sub', 'exp'],
      currentDate: deps.now(),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw invalidToken();
    throw error;
  }
}

export const invalidToken = (): ProtocolError =>
  new ProtocolError(
    401,
    { error: 'invalid_token', error_description: 'The access token is not valid or has expired.' },
    { 'www-authenticate': 'Bearer error="invalid_token"' },
  );

function standardClaims({ config, now }: TokenDeps, userId: string): JWTPayload {
  const issuedAt = Math.floor(now().getTime() / 1000);
  return { iss: config.issuer, sub: subjectOf(userId), iat: issuedAt, exp: issuedAt + TOKEN_LIFETIME_SECONDS };
}

function sign(key: Awaited<ReturnType<Deps['keys']['current']>>, typ: string, claims: JWTPayload): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ, kid: key.kid }).sign(key.privateKey);
}
