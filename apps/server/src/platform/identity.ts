import { createRemoteJWKSet, errors as joseErrors, jwtVerify } from 'jose';
import type { ServerConfig } from './config.ts';
import { DomainError } from './errors.ts';

/** The claims of a token that we use. */
export interface TokenClaims {
  issuer: string;
  subject: string;
  expiresAt: Date;
}

/** The identity provider, bundled or hosted. Only its public protocol is used. */
export interface IdentityProvider {
  /** @throws DomainError session.expired for an invalid token, identity.unavailable if it cannot be verified */
  verify(token: string): Promise<TokenClaims>;
  /**
   * The account of this email and password, null if they are wrong. The provider limits attempts per network address,
   * so it needs the client's address. @throws DomainError identity.unavailable, request.rate_limited
   */
  provePassword(
    email: string,
    password: string,
    clientAddress: string,
  ): Promise<{ issuer: string; subject: string } | null>;
  /**
   * The email of the token's person and whether it is verified, null if the provider does not return it.
   * @throws DomainError identity.unavailable
   */
  emailOf(token: string): Promise<{ email: string; isVerified: boolean } | null>;
  /**
   * Sends the verification mail again to the token's person.
   * @returns `verified` if the address is verified already
   * @throws DomainError verification.elsewhere with a hosted tenant, verification.too_many, session.expired,
   * identity.unavailable
   */
  sendVerification(token: string): Promise<'sent' | 'verified'>;
}

const REQUEST_TIMEOUT_MS = 10_000;

/** Absolute URL of the provider as seen by the browser, without a trailing slash. */
export function identityAddress(config: ServerConfig): string {
  const { hostedDomain } = config.identity;
  if (!hostedDomain) return `${config.publicUrl}/identity`;
  return (hostedDomain.startsWith('http') ? hostedDomain : `https://${hostedDomain}`).replace(/\/+$/, '');
}

export function createIdentityProvider(config: ServerConfig, apiClientSecret: string): IdentityProvider {
  const issuer = `${identityAddress(config)}/`;
  // The bundled service is called by its internal URL: the public one may not be reachable from here.
  const base = config.identity.internalUrl ? `${config.identity.internalUrl}/identity` : identityAddress(config);
  const keys = createRemoteJWKSet(new URL(`${base}/.well-known/jwks.json`), {
    timeoutDuration: 5_000,
    cooldownDuration: 5_000,
  });

  async function call(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${base}${path}`, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
    } catch (cause) {
      throw new DomainError('identity.unavailable', { cause });
    }
  }

  async function verify(token: string): Promise<TokenClaims> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: config.identity.audience,
        algorithms: ['RS256'],
        clockTolerance: 5,
        requiredClaims: ['sub', 'exp'],
      });
      return { issuer, subject: payload.sub as string, expiresAt: new Date((payload.exp as number) * 1000) };
    } catch (cause) {
      throw new DomainError(isTokenError(cause) ? 'session.expired' : 'identity.unavailable', { cause });
    }
  }

  return {
    verify,
    async provePassword(email, password, clientAddress) {
      const response = await call('/oauth/token', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'auth0-forwarded-for': clientAddress },
        body: JSON.stringify({
          grant_type: 'http://auth0.com/oauth/grant-type/password-realm',
          realm: config.identity.connection,
          client_id: config.identity.apiClientId,
          client_secret: apiClientSecret,
          audience: config.identity.audience,
          username: email,
          password,
        }),
      });
      if (response.status === 403 || response.status === 400) return null;
      if (!response.ok)
        throw new DomainError(response.status === 429 ? 'request.rate_limited' : 'identity.unavailable');
      const { access_token: token } = (await response.json()) as { access_token?: unknown };
      if (typeof token !== 'string') throw new DomainError('identity.unavailable');
      return verify(token);
    },
    async emailOf(token) {
      const response = await call('/userinfo', { headers: { authorization: `Bearer ${token}` } });
      if (response.status === 401 || response.status === 403) return null;
      if (!response.ok) throw new DomainError('identity.unavailable');
      const claims = (await response.json()) as { email?: unknown; email_verified?: unknown };
      if (typeof claims.email !== 'string') return null;
      return { email: claims.email, isVerified: claims.email_verified === true };
    },
    async sendVerification(token) {
      // Auth0 has a call for it, but only for clients that manage the whole tenant.
      if (config.identity.hostedDomain) throw new DomainError('verification.elsewhere');
      const response = await call('/verification-mail', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
      if (response.status === 429) throw new DomainError('verification.too_many');
      if (response.status === 401) throw new DomainError('session.expired');
      if (!response.ok) throw new DomainError('identity.unavailable');
      const { email_verified: isVerified } = (await response.json()) as { email_verified?: unknown };
      return isVerified === true ? 'verified' : 'sent';
    },
  };
}

/** Whether the token itself is invalid; other errors (no keys, no response) say nothing about it. */
function isTokenError(error: unknown): boolean {
  return (
    error instanceof joseErrors.JOSEError &&
    !(error instanceof joseErrors.JWKSTimeout) &&
    !(error instanceof joseErrors.JWKSInvalid) &&
    error.code !== 'ERR_JOSE_GENERIC'
  );
}
