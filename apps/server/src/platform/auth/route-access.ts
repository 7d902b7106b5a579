import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import type { Db } from '../db/database.ts';
import { DomainError } from '../http/errors.ts';
import type { OpenResponses } from '../http/open-responses.ts';
import { type CallerRow, type Callers, createCallers } from './callers.ts';
import type { IdentityProvider, TokenClaims } from './identity.ts';
import type { OpenSession, SessionClaims } from './session-ends.ts';
import { rememberVerified } from './verified-tokens.ts';

/**
 * Who may call a route. Routes under /api, /files and /media default to `user`, so a forgotten setting denies access.
 * - `user`: a logged-in person with a profile (bearer token)
 * - `site-owner`: as `user`, only for site owners
 * - `leaving`: as `user`, also for people whose account will be deleted
 * - `token`: a bearer token, with or without a profile
 * - `media`: as `user`, with bearer token or media cookie, since `<video>` and `<img>` cannot send headers
 * - `public`: anybody
 */
export type RouteAccess = 'user' | 'site-owner' | 'leaving' | 'token' | 'media' | 'public';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    /** For a route that needs more columns of its caller: the guard reads them in its own statement. */
    callers?: Callers;
  }
  interface FastifyRequest {
    /** Set by the guard; null on public routes. Access it by callerId() and callerToken(). */
    caller: {
      userId: string | null;
      claims: TokenClaims | null;
      token: string | null;
      /** Access it by rowOf() of the route's callers. */
      row: CallerRow | null;
    } | null;
  }
}

/** Name of the cookie that allows images and players of this browser to load /media. */
export const MEDIA_COOKIE = 'kinreel_media';

const GUARDED = /^\/(api|files|media)(\/|$)/;

/**
 * Adds the access guard to every route. An ended session is rejected, and its open responses are closed.
 * @param deps.mediaKey signs the media cookie
 * @param deps.onSignOfLife called before a request of a person with a pending or started steward request
 */
export function guardRoutes(
  app: FastifyInstance,
  deps: {
    db: Db;
    identity: IdentityProvider;
    mediaKey: Uint8Array;
    openResponses: OpenResponses<OpenSession>;
    onSignOfLife(userId: string): Promise<void>;
  },
): void {
  app.decorateRequest('caller', null);
  const readMediaCookie = rememberVerified((cookie: string) => verifyMediaCookie(deps.mediaKey, cookie));
  const allCallers = createCallers(deps.db);
  app.addHook('onRequest', async (request, reply) => {
    const { url, config } = request.routeOptions;
    const access = config.access ?? (url && GUARDED.test(url) ? 'user' : 'public');
    if (access === 'public') return;
    const callers = config.callers ?? allCallers;
    const token = bearerToken(request);
    if (token === null) {
      const cookie = access === 'media' ? request.cookies[MEDIA_COOKIE] : undefined;
      const session = cookie ? await readMediaCookie(cookie).catch(() => null) : null;
      const row = session ? await callers.byId(session) : null;
      if (!session || !row || row.ended) throw new DomainError('session.required');
      if (row.away) await deps.onSignOfLife(row.id);
      if (row.disabled_at || row.delete_at) throw new DomainError('session.required');
      request.caller = { userId: row.id, claims: null, token: null, row };
      deps.openResponses.watch(reply.raw, { ...session, ...row });
      return;
    }
    const claims = await deps.identity.verify(token);
    let row = await callers.byToken(claims);
    if (row?.ended) throw new DomainError('session.expired');
    if (!row && access !== 'token') throw new DomainError('profile.missing');
    if (row?.away) {
      await deps.onSignOfLife(row.id);
      // The sign of life may have changed the caller's row.
      row = await callers.byToken(claims);
    }
    if (row?.disabled_at) throw new DomainError('account.disabled');
    if (row?.delete_at && access !== 'leaving') throw new DomainError('account.leaving');
    if (access === 'site-owner' && !row?.site_owner_since) throw new DomainError('owner.only');
    request.caller = { userId: row?.id ?? null, claims, token, row: row ?? null };
    deps.openResponses.watch(reply.raw, claims);
  });
}

/**
 * Id of the logged-in person, on routes with access `user`, `site-owner`, `leaving` or `media`.
 * @throws DomainError session.required
 */
export function callerId(request: FastifyRequest): string {
  const userId = request.caller?.userId;
  if (!userId) throw new DomainError('session.required');
  return userId;
}

/** The verified token of the request, on routes with access `user` or `token`. @throws DomainError session.required */
export function callerToken(request: FastifyRequest): { claims: TokenClaims; token: string } {
  const { claims, token } = request.caller ?? {};
  if (!claims || !token) throw new DomainError('session.required');
  return { claims, token };
}

/** The bearer token of the Authorization header, or null. */
export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/**
 * Creates the value of the media cookie. It belongs to the session of the access token, and expires with it. The value
 * is cached per session, so it is signed once.
 */
export function createMediaCookie(key: Uint8Array): (userId: string, session: SessionClaims) => Promise<string> {
  const signed = new WeakMap<SessionClaims, { userId: string; value: Promise<string> }>();
  return (userId, session) => {
    const known = signed.get(session);
    if (known?.userId === userId) return known.value;
    const value = signMediaCookie(key, userId, session);
    signed.set(session, { userId, value });
    return value;
  };
}

/** Signs a value for the media cookie. */
export function signMediaCookie(key: Uint8Array, userId: string, session: SessionClaims): Promise<string> {
  return new SignJWT({ sid: session.sid, session_epoch: session.epoch })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setAudience('media')
    .setIssuedAt(session.issuedAt)
    .setExpirationTime(session.expiresAt)
    .sign(key);
}

/** @throws JOSEError unless we have signed it for media, and it has not expired */
async function verifyMediaCookie(key: Uint8Array, value: string): Promise<SessionClaims & { userId: string }> {
  const { payload } = await jwtVerify<{ sid?: string | null; session_epoch?: number | null }>(value, key, {
    audience: 'media',
    algorithms: ['HS256'],
    requiredClaims: ['exp', 'sub'],
  });
  return {
    userId: payload.sub as string,
    sid: payload.sid ?? null,
    epoch: payload.session_epoch ?? null,
    issuedAt: new Date((payload.iat ?? 0) * 1000),
    expiresAt: new Date((payload.exp as number) * 1000),
  };
}
