import { identity as text } from '@kinreel/messages/en/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { isAllowedOrigin } from '../http/cors.ts';
import { parse } from '../http/parse.ts';
import { oauthError, tooManyAttempts } from '../http/protocol-error.ts';
import { ticketSchema } from '../ticket-schema.ts';
import { bearerClaims, invalidToken, userIdOf } from '../tokens/tokens.ts';
import { sendAgainPage, sendLinkPage, sendVerified } from './verification.pages.ts';
import { readLink, sendLinkAgain, sendVerificationLink, verifyWithLink } from './verification.service.ts';

export const verificationLinkSchema = z.object({ ticket: ticketSchema });

/** Retry-After if too many mails were sent, in seconds. */
const MAIL_WAIT_SECONDS = 60 * 60;

/** The page behind the link in the verification mail, and sending the mail again. */
export function verificationRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, limits } = deps;
  const appUrl = `${config.publicUrl}/login`;

  function checkOrigin(request: FastifyRequest): void {
    if (!isAllowedOrigin(request, config)) throw oauthError(403, 'access_denied', text.openLinkAgain);
  }

  app.get('/verify-email', { config: { page: true } }, async (request, reply) => {
    const { ticket } = parse(verificationLinkSchema, request.query);
    const { state, email } = await readLink(deps, ticket);
    return sendLinkPage(reply, state, { ticket, email }, appUrl);
  });

  app.post('/verify-email', { config: { page: true } }, async (request, reply) => {
    checkOrigin(request);
    const { ticket } = parse(verificationLinkSchema, request.body);
    const state = await verifyWithLink(deps, ticket);
    if (state === 'valid') return sendVerified(reply, appUrl);
    const { email } = await readLink(deps, ticket);
    return sendLinkPage(reply, state, { ticket, email }, appUrl);
  });

  app.post('/verify-email/again', { config: { page: true } }, async (request, reply) => {
    checkOrigin(request);
    const { ticket } = parse(verificationLinkSchema, request.body);
    await limits.consume('verification', { address: request.ip });
    const outcome = await sendLinkAgain(deps, ticket);
    const { email } = await readLink(deps, ticket);
    return sendAgainPage(reply, outcome, { ticket, email }, appUrl);
  });

  // The API server calls this for a logged-in person, with their token.
  app.post('/verification-mail', async (request, reply) => {
    const outcome = await sendVerificationLink(deps, userIdOf(await bearerClaims(deps, request)));
    if (outcome === 'unknown') throw invalidToken();
    if (outcome === 'limited') throw tooManyAttempts(MAIL_WAIT_SECONDS);
    return reply.status(outcome === 'sent' ? 202 : 200).send({ email_verified: outcome === 'verified' });
  });
}
