import { identity as text } from '@kinreel/messages/en/identity';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { isAllowedOrigin } from '../http/cors.ts';
import { parse } from '../http/parse.ts';
import { oauthError } from '../http/protocol-error.ts';
import { rememberDevice } from '../login/known-devices.ts';
import { checkPassword } from '../passwords/password-policy.ts';
import { ticketSchema } from '../ticket-schema.ts';
import { isLinkValid, resetPassword } from './password-reset.service.ts';
import { sendLinkExpired, sendResetDone, sendResetForm } from './reset.pages.ts';

export const resetLinkSchema = z.object({ ticket: ticketSchema });
export const resetFormSchema = resetLinkSchema.extend({
  password: z.string().max(4000),
  repeated: z.string().max(4000),
});

/** The page behind the link in the mail. */
export function passwordResetPages(app: FastifyInstance, deps: Deps): void {
  const { config, limits } = deps;
  const loginUrl = `${config.publicUrl}/login`;

  app.get('/password-reset', { config: { page: true } }, async (request, reply) => {
    const { ticket } = parse(resetLinkSchema, request.query);
    return (await isLinkValid(deps, ticket)) ? sendResetForm(reply, ticket) : sendLinkExpired(reply, loginUrl);
  });

  app.post('/password-reset', { config: { page: true } }, async (request, reply) => {
    if (!isAllowedOrigin(request, config)) throw oauthError(403, 'access_denied', text.openLinkAgain);
    const { ticket, password, repeated } = parse(resetFormSchema, request.body);
    // No limit for requests with a valid link.
    if (!(await isLinkValid(deps, ticket))) {
      await limits.consume('reset', { address: request.ip });
      return sendLinkExpired(reply, loginUrl);
    }
    const check = checkPassword(password);
    if (check !== 'ok') return sendResetForm(reply, ticket, check);
    if (password !== repeated) return sendResetForm(reply, ticket, 'different');
    const account = await resetPassword(deps, ticket, password);
    if (!account) return sendLinkExpired(reply, loginUrl);
    // The link proved the owner's mailbox, so the owner can log in here during an attack.
    rememberDevice(deps, request, reply, account);
    return sendResetDone(reply, loginUrl);
  });
}
