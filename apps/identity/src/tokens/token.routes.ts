import { identity as messages } from '@kinreel/messages/en/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { parse } from '../http/parse.ts';
import { oauthError } from '../http/protocol-error.ts';
import { credentialsSchema } from '../login/credentials.ts';
import { checkCredentials } from '../login/login.service.ts';
import { redeemAuthorizationCode } from './authorization-codes.ts';
import { authenticateClient, tokenClientSchema } from './token-client.ts';
import { grantedScope, tokenResponse } from './tokens.ts';

const text = z.string().min(1).max(2000);

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
    // Rate limits need the client's address, which the calling server can forward, as with Auth0.
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
