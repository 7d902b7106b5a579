import { identity as messages } from '@kinreel/messages/en/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { IdentityConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { parse } from '../http/parse.ts';
import { oauthError } from '../http/protocol-error.ts';
import { credentialsSchema } from '../login/credentials.ts';
import { checkCredentials } from '../login/login.service.ts';
import { sameSecret } from '../secrets.ts';
import { redeemAuthorizationCode } from './authorization-codes.ts';
import { grantedScope, tokenResponse } from './tokens.ts';

const text = z.string().min(1).max(2000);

export const tokenClientSchema = z.object({
  grant_type: text,
  client_id: text.optional(),
  client_secret: text.optional(),
});

export const tokenCodeSchema = z.object({
  code: text,
  redirect_uri: text,
  // RFC 7636, section 4.1
  code_verifier: z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/),
});

export const tokenPasswordSchema = credentialsSchema.extend({
  realm: text.optional(),
  audience: text.optional(),
  scope: text.optional(),
});

const PASSWORD_GRANTS = ['password', 'http://auth0.com/oauth/grant-type/password-realm'];

/** POST /oauth/token: code with PKCE for the web app, email and password for the API server. */
export function tokenRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;

  app.post('/oauth/token', { config: { scripts: 'without-cookies' } }, async (request) => {
    const { grant_type } = parse(tokenClientSchema, request.body);
    const clientId = authenticateClient(request, config);
    if (grant_type === 'authorization_code' && clientId === config.clientId) {
      return exchangeCode(request.body, clientId);
    }
    if (PASSWORD_GRANTS.includes(grant_type) && clientId === config.apiClientId) {
      return exchangePassword(request, clientId);
    }
    const known = grant_type === 'authorization_code' || PASSWORD_GRANTS.includes(grant_type);
    throw known
      ? oauthError(403, 'unauthorized_client', 'This grant type is not allowed for the client.')
      : oauthError(400, 'unsupported_grant_type', 'This grant type is not supported.');
  });

  async function exchangeCode(body: unknown, clientId: string) {
    const { code, redirect_uri, code_verifier } = parse(tokenCodeSchema, body);
    const grant = await redeemAuthorizationCode(deps, {
      code,
      redirectUri: redirect_uri,
      codeVerifier: code_verifier,
    });
    if (!grant) throw oauthError(400, 'invalid_grant', 'The authorization code is not valid or has expired.');
    return tokenResponse(deps, { ...grant, clientId }, grant.nonce);
  }

  async function exchangePassword(request: FastifyRequest, clientId: string) {
    const { username, password, realm, audience, scope } = parse(tokenPasswordSchema, request.body);
    if (realm !== undefined && realm !== config.connection) {
      throw oauthError(400, 'invalid_request', 'The connection is not known.');
    }
    if (audience !== undefined && audience !== config.audience) {
      throw oauthError(403, 'access_denied', 'The audience is not known.');
    }
    // The address of the calling server is useless for rate limits. It can forward the client's, as in Auth0.
    const forwarded = request.headers['auth0-forwarded-for'];
    const address = typeof forwarded === 'string' ? forwarded : undefined;
    const user = await checkCredentials(deps, { address, email: username, password, browser: null });
    if (!user) throw oauthError(403, 'invalid_grant', messages.wrongCredentials);
    return tokenResponse(deps, {
      session: { id: null, userId: user.id, epoch: user.epoch },
      clientId,
      scope: grantedScope(scope),
    });
  }
}

/** Authenticates the client with HTTP Basic or body fields. @throws ProtocolError 401 `invalid_client` */
function authenticateClient(request: FastifyRequest, config: IdentityConfig): string {
  const body = parse(tokenClientSchema, request.body);
  const basic = readBasic(request.headers.authorization);
  const id = basic?.id ?? body.client_id;
  const secret = basic?.secret ?? body.client_secret;
  if (id === config.clientId && secret === undefined) return id;
  if (id === config.apiClientId && secret !== undefined && sameSecret(secret, config.apiClientSecret)) return id;
  throw oauthError(401, 'invalid_client', 'The client is not known or its secret is wrong.');
}

function readBasic(header: string | undefined): { id: string; secret: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1];
  if (!encoded) return null;
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 2);
  try {
    return { id: decodeURIComponent(id), secret: decodeURIComponent(secret) };
  } catch {
    return null;
  }
}
