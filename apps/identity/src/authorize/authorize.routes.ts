import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { clearCookie, readCookie } from '../http/cookies.ts';
import { redeemLoginTicket } from '../login/login-tickets.ts';
import { continueSession, startSession } from '../sessions/sessions.ts';
import { createAuthorizationCode } from '../tokens/authorization-codes.ts';
import { signAccessToken, TOKEN_LIFETIME } from '../tokens/tokens.ts';
import { type AuthorizeRequest, readAuthorizeRequest } from './authorize-request.ts';
import { sendAuthorizeResponse } from './authorize-response.ts';

/** GET /authorize: the end of a login (with a ticket) and the silent renewal of a token (with a session). */
export function authorizeRoutes(app: FastifyInstance, context: Context): void {
  const { config } = context;

  app.get('/authorize', { config: { page: true } }, async (request, reply) => {
    const asked = readAuthorizeRequest(request.query, config);
    if ('error' in asked) {
      return sendAuthorizeResponse(reply, asked.responseTarget, {
        error: asked.error,
        error_description: asked.description,
      });
    }
    return asked.loginTicket === undefined
      ? answerFromSession(request, reply, asked)
      : answerFromTicket(request, reply, asked, asked.loginTicket);
  });

  async function answerFromTicket(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: AuthorizeRequest,
    ticket: string,
  ) {
    const binding = readCookie(request, 'kinreel_login');
    const userId = await context.db.transaction().execute(async (tx) => {
      const userId = await redeemLoginTicket(tx, context.now(), ticket, binding);
      if (userId) await startSession({ ...context, db: tx }, request, reply, userId);
      return userId;
    });
    clearCookie(reply, config, 'kinreel_login');
    if (userId) return sendGrant(reply, asked, userId);
    return sendAuthorizeResponse(reply, asked.responseTarget, {
      error: 'access_denied',
      error_description: 'Unknown or invalid login ticket.',
    });
  }

  async function answerFromSession(request: FastifyRequest, reply: FastifyReply, asked: AuthorizeRequest) {
    const userId = asked.mayUseSession ? await continueSession(context, request, reply) : undefined;
    if (userId) return sendGrant(reply, asked, userId);
    // The login screen is the app's own, so without a ticket there is nothing to show here.
    return sendAuthorizeResponse(reply, asked.responseTarget, {
      error: 'login_required',
      error_description: 'Login required',
    });
  }

  async function sendGrant(reply: FastifyReply, { responseTarget, scope, wants }: AuthorizeRequest, userId: string) {
    if (wants.type === 'code') {
      const { codeChallenge, nonce } = wants;
      const { redirectUri } = responseTarget;
      const code = await createAuthorizationCode(context, { userId, redirectUri, codeChallenge, scope, nonce });
      return sendAuthorizeResponse(reply, responseTarget, { code });
    }
    return sendAuthorizeResponse(reply, responseTarget, {
      access_token: await signAccessToken(context, { userId, clientId: config.clientId, scope }),
      scope,
      expires_in: TOKEN_LIFETIME,
      token_type: 'Bearer',
    });
  }
}
