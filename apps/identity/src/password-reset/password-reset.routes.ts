import { identity as text } from '@kinreel/messages/en/identity';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { parse } from '../http/parse.ts';
import { connectionError, oauthError } from '../http/protocol-error.ts';
import { emailSchema } from '../login/credentials.ts';
import { checkPassword } from '../passwords/password-policy.ts';
import { isLinkValid, resetPassword, sendResetLink } from './password-reset.service.ts';
import { sendLinkExpired, sendResetDone, sendResetForm } from './reset.pages.ts';

const requestSchema = z.object({ client_id: z.string(), connection: z.string(), email: emailSchema });
const linkSchema = z.object({ ticket: z.string().max(200) });
const formSchema = linkSchema.extend({ password: z.string().max(4000), repeated: z.string().max(4000) });

/** Forgot password: the call that sends the mail, and the page behind the link in the mail. */
export function passwordResetRoutes(app: FastifyInstance, deps: Deps): void {
  const { background, config, limits } = deps;
  const loginUrl = `${config.publicUrl}/login`;

  app.post('/dbconnections/change_password', async (request, reply) => {
    const body = parse(requestSchema, request.body);
    if (body.client_id !== config.clientId) throw oauthError(401, 'invalid_client', 'The client is not known.');
    if (body.connection !== config.connection) throw connectionError('connection_not_found', 'Not found.');
    await limits.consume('reset', { address: request.ip, email: body.email });
    // After the response, so that its duration does not reveal whether the account exists.
    background.start(() => sendResetLink(deps, body.email));
    return reply.type('text/plain; charset=utf-8').send(text.resetMailSent);
  });

  app.get('/password-reset', { config: { page: true } }, async (request, reply) => {
    const { ticket } = parse(linkSchema, request.query);
    return (await isLinkValid(deps, ticket)) ? sendResetForm(reply, ticket) : sendLinkExpired(reply, loginUrl);
  });

  app.post('/password-reset', { config: { page: true } }, async (request, reply) => {
    const { origin } = request.headers;
    if (origin !== undefined && !config.allowedOrigins.includes(origin)) {
      throw oauthError(403, 'access_denied', text.openLinkAgain);
    }
    const { ticket, password, repeated } = parse(formSchema, request.body);
    const refund = await limits.consume('reset', { address: request.ip });
    if (!(await isLinkValid(deps, ticket))) return sendLinkExpired(reply, loginUrl);
    await refund();
    const check = checkPassword(password);
    if (check !== 'ok') return sendResetForm(reply, ticket, check);
    if (password !== repeated) return sendResetForm(reply, ticket, 'different');
    return (await resetPassword(deps, ticket, password))
      ? sendResetDone(reply, loginUrl)
      : sendLinkExpired(reply, loginUrl);
  });
}
