import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Context } from '../context.ts';
import { ProtocolError } from '../http/protocol-error.ts';

/** Seconds an access token is good for. */
export const TOKEN_LIFETIME = 15 * 60;

/** The scopes that may be granted; anything else that is asked for is left out. */
const SCOPES = ['openid', 'profile', 'email'];

type TokenContext = Pick<Context, 'config' | 'keys' | 'now'>;

export interface Grant {
  /** Our id of the person, without its prefix. */
  userId: string;
  /** The client that asked. */
  clientId: string;
  /** Granted scopes, separated by spaces. */
  scope: string;
}

/** The provider's user id with its scheme as prefix: what the rest of the product knows as auth0Id. */
export const subjectOf = (userId: string): string => `auth0|${userId}`;

/** What is granted of the scopes asked for. Nothing asked for means all of them. */
export function grantedScope(requested: string | undefined): string {
  const wanted = requested?.split(/\s+/).filter(Boolean) ?? [];
  return SCOPES.filter((scope) => wanted.length === 0 || wanted.includes(scope)).join(' ');
}

/** Userinfo, the second audience of every access token. */
const userinfoAudience = (context: TokenContext): string => `${context.config.issuer}userinfo`;

/** Signs an access token (RFC 9068) for the product's API and for userinfo. It names the person by `sub` alone. */
export async function signAccessToken(context: TokenContext, grant: Grant): Promise<string> {
  const { config, keys } = context;
  return sign(await keys.current(), 'at+jwt', {
    ...standardClaims(context, grant.userId),
    aud: [config.audience, userinfoAudience(context)],
    client_id: grant.clientId,
    scope: grant.scope,
    jti: randomUUID(),
  });
}

/** Signs an ID token (OpenID Connect), for clients that exchange a code with the scope `openid`. */
export async function signIdToken(context: TokenContext, grant: Grant, nonce: string | null): Promise<string> {
  return sign(await context.keys.current(), 'JWT', {
    ...standardClaims(context, grant.userId),
    aud: grant.clientId,
    ...(nonce ? { nonce } : {}),
  });
}

/** The body of a successful token response. */
export async function tokenResponse(context: TokenContext, grant: Grant, nonce: string | null = null) {
  const openid = grant.scope.split(' ').includes('openid');
  return {
    access_token: await signAccessToken(context, grant),
    ...(openid ? { id_token: await signIdToken(context, grant, nonce) } : {}),
    scope: grant.scope,
    expires_in: TOKEN_LIFETIME,
    token_type: 'Bearer' as const,
  };
}

/**
 * Checks an access token that is presented to userinfo.
 * @throws ProtocolError 401 `invalid_token`
 */
export async function verifyAccessToken(context: TokenContext, token: string): Promise<JWTPayload & { sub: string }> {
  const keySet = createLocalJWKSet({ keys: await context.keys.published() });
  try {
    const { payload } = await jwtVerify<{ sub: string }>(token, keySet, {
      algorithms: ['RS256'],
      typ: 'at+jwt',
      issuer: context.config.issuer,
      audience: userinfoAudience(context),
      requiredClaims: ['sub', 'exp'],
      currentDate: context.now(),
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

function standardClaims({ config, now }: TokenContext, userId: string): JWTPayload {
  const issuedAt = Math.floor(now().getTime() / 1000);
  return { iss: config.issuer, sub: subjectOf(userId), iat: issuedAt, exp: issuedAt + TOKEN_LIFETIME };
}

function sign(key: Awaited<ReturnType<Context['keys']['current']>>, typ: string, claims: JWTPayload): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ, kid: key.kid }).sign(key.privateKey);
}
