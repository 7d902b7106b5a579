import { createRemoteJWKSet, errors as joseErrors, jwtVerify } from 'jose';
import type { ServerConfig } from './config.ts';
import { DomainError } from './errors.ts';

/** The person a token names. */
export interface TokenClaims {
  issuer: string;
  subject: string;
  expiresAt: Date;
}

/** The identity provider as the API uses it: by its public protocol only, bundled or hosted. */
export interface IdentityProvider {
  /** @throws DomainError session.expired if the token is not good, identity.unavailable if that cannot be known */
  verify(token: string): Promise<TokenClaims>;
  /**
   * The subject that email and password belong to, null if they are wrong. The provider limits guesses by address, so
   * it is told whose they are. @throws DomainError identity.unavailable, request.rate_limited
   */
  provePassword(
    email: string,
    password: string,
    clientAddress: string,
  ): Promise<{ issuer: string; subject: string } | null>;
  /** The email of a token's person, null if the provider does not tell. @throws DomainError identity.unavailable */
  emailOf(token: string): Promise<string | null>;
}

const REQUEST_TIMEOUT_MS = 10_000;

/** Absolute address of the provider without a slash at its end, as the browser reaches it. */
export function identityAddress(config: ServerConfig): string {
  const { hostedDomain } = config.identity;
  if (!hostedDomain) return `${config.publicUrl}/identity`;
  return (hostedDomain.startsWith('http') ? hostedDomain : `https://${hostedDomain}`).replace(/\/+$/, '');
}

export function createIdentityProvider(config: ServerConfig, apiClientSecret: string): IdentityProvider {
  const issuer = `${identityAddress(config)}/`;
  // The bundled service is asked by its internal address: the public one may not be reachable from here.
  const base = config.identity.internalUrl ? `${config.identity.internalUrl}/identity` : identityAddress(config);
  const keys = createRemoteJWKSet(new URL(`${base}/.well-known/jwks.json`), {
    timeoutDuration: 5_000,
    cooldownDuration: 5_000,
  });

  async function ask(path: string, init: RequestInit): Promise<Response> {
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
      const answer = await ask('/oauth/token', {
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
      if (answer.status === 403 || answer.status === 400) return null;
      if (!answer.ok) throw new DomainError(answer.status === 429 ? 'request.rate_limited' : 'identity.unavailable');
      const { access_token: token } = (await answer.json()) as { access_token?: unknown };
      if (typeof token !== 'string') throw new DomainError('identity.unavailable');
      return verify(token);
    },
    async emailOf(token) {
      const answer = await ask('/userinfo', { headers: { authorization: `Bearer ${token}` } });
      if (answer.status === 401 || answer.status === 403) return null;
      if (!answer.ok) throw new DomainError('identity.unavailable');
      const { email } = (await answer.json()) as { email?: unknown };
      return typeof email === 'string' ? email : null;
    },
  };
}

/** Faults of the token itself; everything else (no key set, no answer) leaves the question open. */
function isTokenError(error: unknown): boolean {
  return (
    error instanceof joseErrors.JOSEError &&
    !(error instanceof joseErrors.JWKSTimeout) &&
    !(error instanceof joseErrors.JWKSInvalid) &&
    error.code !== 'ERR_JOSE_GENERIC'
  );
}
