import type { AccountMailKind, ActivityKind } from '@kinreel/contracts';
import { type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import type { ServerConfig } from '../config/config.ts';
import { DomainError } from '../http/errors.ts';
import { createIdentityKeys } from './identity-keys.ts';
import type { SessionClaims, SessionEnd } from './session-ends.ts';
import { rememberVerified } from './verified-tokens.ts';

/** The claims of a token that are used. */
export interface TokenClaims extends SessionClaims {
  /** Name of the provider, independent of its address (`providerName`). */
  provider: string;
  subject: string;
}

/** A session of the bundled service. */
export interface IdentitySession {
  id: string;
  browser: string | null;
  system: string | null;
  /** Whether it is the session of the token. */
  current: boolean;
  created_at: string;
  last_used_at: string;
}

/** The event in a logout token (OpenID Connect Back-Channel Logout 1.0). */
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** The identity provider, bundled or hosted. Only its public protocol is used. */
export interface IdentityProvider {
  /** @throws DomainError session.expired for an invalid token, identity.unavailable if it cannot be verified */
  verify(token: string): Promise<TokenClaims>;
  /**
   * The account with this email and password; null if they are wrong. The provider limits attempts per network address,
   * so it needs the client's address.
   * @throws DomainError identity.unavailable, request.rate_limited
   */
  provePassword(
    email: string,
    password: string,
    clientAddress: string,
  ): Promise<{ provider: string; subject: string } | null>;
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
  /** Sessions of the token's person. */
  sessions: IdentitySessions;
  /** Administration of an account, by its subject. */
  accounts: IdentityAccounts;
  /**
   * Number of sessions of all people.
   * @throws DomainError account.elsewhere with a hosted tenant, identity.unavailable
   */
  countSessions(): Promise<number>;
  /** Unsent mails of the provider. */
  mails: IdentityMails;
  /**
   * The id of a valid password proof: the person has just entered their password to delete their account. Null if it is
   * invalid. The caller must check whether it was used before.
   * @throws DomainError account.elsewhere with a hosted tenant, identity.unavailable
   */
  readPasswordProof(proof: string, subject: string): Promise<string | null>;
  /** The sessions that a logout token ends; null if it is not valid. @throws DomainError identity.unavailable */
  readLogoutToken(token: string): Promise<SessionEnd | null>;
}

/** @throws DomainError devices.elsewhere with a hosted tenant, session.expired, identity.unavailable */
export interface IdentitySessions {
  list(token: string): Promise<IdentitySession[]>;
  /** @returns whether there was one */
  end(token: string, id: string): Promise<boolean>;
  endAll(token: string): Promise<void>;
}

/** @throws DomainError account.elsewhere with a hosted tenant, person.missing, identity.unavailable */
export interface IdentityAccounts {
  /** Address and session epoch of an account. */
  read(subject: string): Promise<{ email: string; isVerified: boolean; epoch: number }>;
  /** Ends all sessions of the account. */
  endSessions(subject: string): Promise<void>;
  /** Deletes the account. No error if it does not exist. */
  delete(subject: string): Promise<void>;
  /** Creates a link to set a new password, to hand over in person. */
  resetLink(subject: string): Promise<{ url: string; expires_at: string }>;
  /** Audit log of the account, newest first. @param before last entry of the previous page */
  activity(subject: string, before: { at: string; id: string } | null, limit: number): Promise<IdentityActivity[]>;
}

/** @throws DomainError account.elsewhere with a hosted tenant, identity.unavailable */
export interface IdentityMails {
  /** Waiting and failed mails, newest first. */
  list(): Promise<IdentityMail[]>;
  /** Retries a mail immediately, and then for three days. @returns whether it exists */
  retry(id: string): Promise<boolean>;
}

/** An unsent mail of the identity service. */
export interface IdentityMail {
  id: string;
  kind: AccountMailKind;
  email: string;
  state: 'waiting' | 'failed';
  attempts: number;
  created_at: string;
  next_attempt_at: string;
  error: string;
}

/** An audit log entry about access to an account. */
export interface IdentityActivity {
  id: string;
  kind: Extract<
    ActivityKind,
    | 'new-device'
    | 'device-logged-out'
    | 'logged-out-everywhere'
    | 'password-changed'
    | 'address-changed'
    | 'reset-link-made'
  >;
  at: string;
  browser: string | null;
  system: string | null;
}

const REQUEST_TIMEOUT_MS = 10_000;

/** Clock skew: how long a token is accepted after its expiry, in seconds. */
const CLOCK_TOLERANCE_S = 5;

/** Absolute URL of the provider as seen by the browser, without a trailing slash. */
export function identityAddress(config: ServerConfig): string {
  const { hostedDomain } = config.identity;
  if (!hostedDomain) return `${config.publicUrl}/identity`;
  return (hostedDomain.startsWith('http') ? hostedDomain : `https://${hostedDomain}`).replace(/\/+$/, '');
}

/**
 * The name by which people of a provider are stored. It is constant for the bundled service, so that accounts survive a
 * change of its address; for a hosted one it is the issuer.
 */
export function providerName(config: ServerConfig): string {
  return config.identity.hostedDomain ? `${identityAddress(config)}/` : 'kinreel';
}

/** @param keysFile where the provider's keys are saved for a start while it is down; null to not save them */
export function createIdentityProvider(
  config: ServerConfig,
  apiClientSecret: string,
  keysFile: string | null = null,
): IdentityProvider {
  const issuer = `${identityAddress(config)}/`;
  const provider = providerName(config);
  // The bundled service is called at its internal URL, because the public one may not be reachable from here.
  const base = config.identity.internalUrl ? `${config.identity.internalUrl}/identity` : identityAddress(config);
  const keys = createIdentityKeys(new URL(`${base}/.well-known/jwks.json`), issuer, keysFile);

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

  /** Other applications of a hosted tenant may get tokens for our audience. `azp` is Auth0's name for the client. */
  function isForOtherClient({ client_id: client, azp = client }: JWTPayload): boolean {
    return azp !== undefined && azp !== config.identity.clientId && azp !== config.identity.apiClientId;
  }

  async function verify(token: string): Promise<TokenClaims> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: config.identity.audience,
        algorithms: ['RS256'],
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['sub', 'exp'],
      });
      if (isForOtherClient(payload)) throw new joseErrors.JWTInvalid('a token of another client');
      return {
        provider,
        subject: payload.sub as string,
        ...sessionOf(payload),
        issuedAt: new Date((payload.iat ?? 0) * 1000),
        expiresAt: new Date((payload.exp as number) * 1000),
      };
    } catch (cause) {
      throw new DomainError(isTokenError(cause) ? 'session.expired' : 'identity.unavailable', { cause });
    }
  }

  /** A request about the sessions of a token's person. */
  async function callSessions(token: string, method: 'GET' | 'DELETE', path = ''): Promise<Response> {
    if (config.identity.hostedDomain) throw new DomainError('devices.elsewhere');
    const response = await call(`/sessions${path}`, { method, headers: { authorization: `Bearer ${token}` } });
    if (response.status === 401) throw new DomainError('session.expired');
    if (!response.ok && response.status !== 404) throw new DomainError('identity.unavailable');
    return response;
  }

  /** A request about an account, with this server's credentials. */
  async function callAccount(method: 'GET' | 'POST' | 'DELETE', subject: string, what = ''): Promise<Response> {
    const id = encodeURIComponent(subject.replace(/^auth0\|/, ''));
    const response = await callAsServer(method, `/users/${id}${what}`);
    if (response.status === 404) throw new DomainError('person.missing');
    return response;
  }

  /** A request with this server's credentials. @returns a successful response or 404 */
  async function callAsServer(method: 'GET' | 'POST' | 'DELETE', path: string): Promise<Response> {
    if (config.identity.hostedDomain) throw new DomainError('account.elsewhere');
    const client = [config.identity.apiClientId, apiClientSecret].map(encodeURIComponent).join(':');
    const response = await call(path, {
      method,
      headers: { authorization: `Basic ${Buffer.from(client).toString('base64')}` },
    });
    if (!response.ok && response.status !== 404) throw new DomainError('identity.unavailable');
    return response;
  }

  return {
    verify: rememberVerified(verify, { toleranceMs: CLOCK_TOLERANCE_S * 1000 }),
    accounts: {
      async read(subject) {
        const account = (await (await callAccount('GET', subject)).json()) as {
          email: string;
          email_verified: boolean;
          epoch: number;
        };
        return { email: account.email, isVerified: account.email_verified, epoch: account.epoch };
      },
      endSessions: async (subject) => void (await callAccount('DELETE', subject, '/sessions')),
      delete: async (subject) => void (await callAccount('DELETE', subject)),
      async resetLink(subject) {
        const { url, expires_at } = (await (await callAccount('POST', subject, '/reset-link')).json()) as {
          url: string;
          expires_at: string;
        };
        return { url, expires_at };
      },
      async activity(subject, before, limit) {
        const query = new URLSearchParams({ limit: String(limit), ...before });
        const response = await callAccount('GET', subject, `/activity?${query}`);
        return ((await response.json()) as { activity: IdentityActivity[] }).activity;
      },
    },
    async countSessions() {
      const response = await callAsServer('GET', '/numbers');
      if (!response.ok) throw new DomainError('identity.unavailable');
      return ((await response.json()) as { sessions: number }).sessions;
    },
    mails: {
      async list() {
        const response = await callAsServer('GET', '/mails');
        if (!response.ok) throw new DomainError('identity.unavailable');
        return ((await response.json()) as { mails: IdentityMail[] }).mails;
      },
      retry: async (id) => (await callAsServer('POST', `/mails/${id}/retry`)).ok,
    },
    sessions: {
      async list(token) {
        const { sessions } = (await (await callSessions(token, 'GET')).json()) as { sessions: IdentitySession[] };
        return sessions;
      },
      end: async (token, id) => (await callSessions(token, 'DELETE', `/${id}`)).ok,
      endAll: async (token) => void (await callSessions(token, 'DELETE')),
    },
    async readPasswordProof(proof, subject) {
      if (config.identity.hostedDomain) throw new DomainError('account.elsewhere');
      try {
        const { payload } = await jwtVerify(proof, keys, {
          issuer,
          audience: config.identity.apiClientId,
          algorithms: ['RS256'],
          typ: 'proof+jwt',
          clockTolerance: CLOCK_TOLERANCE_S,
          requiredClaims: ['sub', 'exp', 'jti'],
        });
        return payload.sub === subject && payload.purpose === 'delete-account' ? (payload.jti as string) : null;
      } catch (cause) {
        if (isTokenError(cause)) return null;
        throw new DomainError('identity.unavailable', { cause });
      }
    },
    async readLogoutToken(token) {
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          // Auth0 sends it to each application, the bundled service to this server.
          audience: [config.identity.apiClientId, config.identity.clientId],
          algorithms: ['RS256'],
          typ: 'logout+jwt',
          clockTolerance: CLOCK_TOLERANCE_S,
          requiredClaims: ['sub', 'iat', 'jti', 'events'],
        });
        if (!Object.hasOwn(payload.events as object, LOGOUT_EVENT) || 'nonce' in payload) return null;
        const endedAt = new Date((payload.iat as number) * 1000);
        return { provider, subject: payload.sub as string, ...sessionOf(payload), endedAt };
      } catch (cause) {
        if (isTokenError(cause)) return null;
        throw new DomainError('identity.unavailable', { cause });
      }
    },
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
      // Auth0's API for this requires rights for the whole tenant.
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

/** The session claims: `sid` as in OpenID Connect, and the epoch of the bundled service. */
function sessionOf({ sid, session_epoch: epoch }: JWTPayload): Pick<SessionClaims, 'sid' | 'epoch'> {
  return {
    sid: typeof sid === 'string' && sid ? sid : null,
    epoch: Number.isInteger(epoch) ? (epoch as number) : null,
  };
}

/** Whether the token itself is invalid; other errors (KeysUnavailableError) do not show that. */
function isTokenError(error: unknown): boolean {
  return error instanceof joseErrors.JOSEError;
}
