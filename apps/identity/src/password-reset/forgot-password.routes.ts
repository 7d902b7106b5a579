import { identity as text } from '@kinreel/messages/en/identity';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { parse } from '../http/parse.ts';
import { connectionError, oauthError } from '../http/protocol-error.ts';
import { credentialsSchema } from '../login/credentials.ts';
import { requestResetLink } from './password-reset.service.ts';

export const forgotPasswordSchema = z.object({
  client_id: z.string(),
  connection: z.string(),
  email: credentialsSchema.shape.username,
});

/** POST /dbconnections/change_password: sends the mail with a reset link. */
export function forgotPasswordRoutes(app: FastifyInstance, deps: Deps): void {
  const { background, config, limits, outbox } = deps;

  app.post('/dbconnections/change_password', { config: { scripts: 'without-cookies' } }, async (request, reply) => {
    const body = parse(forgotPasswordSchema, request.body);
    if (body.client_id !== config.clientId) throw oauthError(401, 'invalid_client', 'The client is not known.');
    if (body.connection !== config.connection) throw connectionError('connection_not_found', 'Not found.');
    // Not per account, because attackers could use that up. The service limits the mails per account.
    await limits.consume('reset', { address: request.ip });
    // The page claims that the mail was sent, so it must be stored before the response.
    await requestResetLink(deps, body.email);
    background.start(() => outbox.sendDue());
    return reply.type('text/plain; charset=utf-8').send(text.resetMailSent);
  });
}
