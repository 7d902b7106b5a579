import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { clearCookie, readCookie } from '../http/cookies.ts';
import { redeemLoginTicket } from '../login/login-tickets.ts';
import { deliverLogoutNotices } from '../sessions/logout-notices.ts';
import { continueSession, hasSession, startSession } from '../sessions/sessions.ts';
import { createAuthorizationCode } from '../tokens/authorization-codes.ts';
import { type Session, signAccessToken, TOKEN_LIFETIME_SECONDS } from '../tokens/tokens.ts';
import { type AuthorizeRequest, readAuthorizeRequest } from './authorize-request.ts';
import { sendAuthorizeResponse } from './authorize-response.ts';

/** GET /authorize: completes a login (with a ticket) or renews a token silently (with a session). */
export function authorizeRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;

  app.get('/authorize', { config: { page: true } }, async (request, reply) => {
    const parsed = readAuthorizeRequest(request.query, config);
    if ('error' in parsed) {
      return sendAuthorizeResponse(reply, parsed.responseTarget, {
        error: parsed.error,
        error_description: parsed.description,
      });
    }
    return parsed.loginTicket === undefined
      ? respondFromSession(request, reply, parsed)
      : respondFromTicket(request, reply, parsed, parsed.loginTicket);
  });

  async function respondFromTicket(
    request: FastifyRequest,
    reply: FastifyReply,
    parsed: AuthorizeRequest,
    ticket: string,
  ) {
    const binding = readCookie(request, 'kinreel_login');
    const session = await deps.db.transaction().execute(async (tx) => {
      const account = await redeemLoginTicket(tx, deps.now(), ticket, binding);
      return account && startSession(tx, deps, request, reply, account);
    });
    // The previous session of this browser has ended.
    if (hasSession(request)) deps.background.start(async () => void (await deliverLogoutNotices(deps)));
    clearCookie(reply, config, 'kinreel_login');
    if (session) return sendGrant(reply, parsed, session);
    return sendAuthorizeResponse(reply, parsed.responseTarget, {
      error: 'access_denied',
      error_description: 'Unknown or invalid login ticket.',
    });
  }

  async function respondFromSession(request: FastifyRequest, reply: FastifyReply, parsed: AuthorizeRequest) {
    const session = parsed.mayUseSession ? await continueSession(deps, request, reply) : null;
    if (session) return sendGrant(reply, parsed, session);
    // The login screen is in the web app, so without a ticket there is nothing to show here.
    return sendAuthorizeResponse(reply, parsed.responseTarget, {
      error: 'login_required',
      error_description: 'Login required',
    });
  }

  async function sendGrant(reply: FastifyReply, { responseTarget, scope, wants }: AuthorizeRequest, session: Session) {
    if (wants.type === 'code') {
      const { codeChallenge, nonce } = wants;
      const { redirectUri } = responseTarget;
      const code = await createAuthorizationCode(deps, { session, redirectUri, codeChallenge, scope, nonce });
      return sendAuthorizeResponse(reply, responseTarget, { code });
    }
    return sendAuthorizeResponse(reply, responseTarget, {
      access_token: await signAccessToken(deps, { session, clientId: config.clientId, scope }),
      scope,
      expires_in: TOKEN_LIFETIME_SECONDS,
      token_type: 'Bearer',
    });
  }
}
