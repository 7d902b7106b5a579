import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Deps } from '../deps.ts';
import { ProtocolError } from '../http/protocol-error.ts';

/** Lifetime of an access token in seconds. */
export const TOKEN_LIFETIME_SECONDS = 15 * 60;

/** The scopes that may be granted; others are ignored. */
const SCOPES = ['openid', 'profile', 'email'];

type TokenDeps = Pick<Deps, 'config' | 'keys' | 'now'>;

/** The event of a logout token (OpenID Connect Back-Channel Logout 1.0). */
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** The session claims of a token. */
export interface Session {
  /** Null for a token without a browser session. */
  id: string | null;
  /** Without the `auth0|` prefix. */
  userId: string;
  /** The user's epoch when the session started. Tokens of earlier epochs are invalid. */
  epoch: number;
}

export interface Grant {
  /** The session that the token is for. */
  session: Session;
  /** The client that requested the token. */
  clientId: string;
  /** Granted scopes, separated by spaces. */
  scope: string;
}

/** The user id with its `auth0|` prefix, called auth0Id in the rest of the product. */
export const subjectOf = (userId: string): string => `auth0|${userId}`;

/** The user's id without its prefix. */
export const userIdOf = ({ sub }: { sub: string }): string => sub.replace(/^auth0\|/, '');

/** The granted scopes; all if none were requested. */
export function grantedScope(requested: string | undefined): string {
  const wanted = requested?.split(/\s+/).filter(Boolean) ?? [];
  return SCOPES.filter((scope) => wanted.length === 0 || wanted.includes(scope)).join(' ');
}

/** The userinfo endpoint, the second audience of every access token. */
const userinfoAudience = (deps: TokenDeps): string => `${deps.config.issuer}userinfo`;

/**
 * Signs an access token (RFC 9068) for the product's API and userinfo. `sub` is the only personal claim. With `sid` and
 * `session_epoch` the API can check whether the session has ended.
 */
export async function signAccessToken(deps: TokenDeps, grant: Grant): Promise<string> {
  const { config, keys } = deps;
  return sign(await keys.current(), 'at+jwt', {
    ...standardClaims(deps, grant.session.userId),
    ...(grant.session.id ? { sid: grant.session.id } : {}),
    session_epoch: grant.session.epoch,
    aud: [config.audience, userinfoAudience(deps)],
    client_id: grant.clientId,
    scope: grant.scope,
    jti: randomUUID(),
  });
}

/** Signs an ID token (OpenID Connect), for clients that exchange a code with the scope `openid`. */
export async function signIdToken(deps: TokenDeps, grant: Grant, nonce: string | null): Promise<string> {
  return sign(await deps.keys.current(), 'JWT', {
    ...standardClaims(deps, grant.session.userId),
    aud: grant.clientId,
    ...(nonce ? { nonce } : {}),
  });
}

/** The end of one session, or of all sessions before an epoch. */
export interface LogoutNotice {
  userId: string;
  sessionId: string | null;
  epoch: number | null;
}

/** Signs a logout token for the API server (OpenID Connect Back-Channel Logout 1.0). */
export async function signLogoutToken(deps: TokenDeps, { userId, sessionId, epoch }: LogoutNotice): Promise<string> {
  return sign(await deps.keys.current(), 'logout+jwt', {
    ...standardClaims(deps, userId),
    aud: deps.config.apiClientId,
    jti: randomUUID(),
    events: { [LOGOUT_EVENT]: {} },
    ...(sessionId ? { sid: sessionId } : {}),
    ...(epoch === null ? {} : { session_epoch: epoch }),
  });
}

/** Lifetime of a proof in seconds: enough to read and answer a question. */
export const PROOF_LIFETIME_SECONDS = 5 * 60;

/** Signs a proof for the API server that this person has just entered their password, to delete their account. */
export async function signProof(deps: TokenDeps, userId: string): Promise<string> {
  const claims = standardClaims(deps, userId);
  return sign(await deps.keys.current(), 'proof+jwt', {
    ...claims,
    exp: (claims.iat ?? 0) + PROOF_LIFETIME_SECONDS,
    aud: deps.config.apiClientId,
    jti: randomUUID(),
    purpose: 'delete-account',
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

/** The claims of an access token that this service uses. */
type AccessClaims = JWTPayload & { sub: string; sid?: string; session_epoch?: number };

/** The claims of the access token of a request. @throws ProtocolError 401 `invalid_token` */
export async function bearerClaims(deps: Deps, request: FastifyRequest): Promise<AccessClaims> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token) throw invalidToken();
  return verifyAccessToken(deps, token);
}

/**
 * Verifies an access token for calls of this service: signature, time, and that its session has not ended.
 * @throws ProtocolError 401 `invalid_token`
 */
export async function verifyAccessToken(deps: Deps, token: string): Promise<AccessClaims> {
  const claims = await verifySignature(deps, token);
  const current = await deps.db
    .selectFrom('users')
    .leftJoin('sessions', (join) =>
      join.onRef('sessions.user_id', '=', 'users.id').on('sessions.id', '=', claims.sid ?? null),
    )
    .select(['users.epoch', 'sessions.id as sid'])
    .where('users.id', '=', userIdOf(claims))
    .executeTakeFirst();
  const isEnded = claims.sid !== undefined && current?.sid !== claims.sid;
  if (!current || isEnded || (claims.session_epoch ?? 0) < current.epoch) throw invalidToken();
  return claims;
}

async function verifySignature(deps: TokenDeps, token: string): Promise<AccessClaims> {
  const keySet = createLocalJWKSet({ keys: await deps.keys.published() });
  try {
    const { payload } = await jwtVerify<AccessClaims>(token, keySet, {
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
