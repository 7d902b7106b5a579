import { identity as text } from '@kinreel/messages/en/identity';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { setCookie } from '../http/cookies.ts';
import { parse } from '../http/parse.ts';
import { oauthError } from '../http/protocol-error.ts';
import { newSecret } from '../secrets.ts';
import { credentialsSchema } from './credentials.ts';
import { checkCredentials } from './login.service.ts';
import { createLoginTicket, TICKET_LIFETIME_SECONDS } from './login-tickets.ts';

export const loginSchema = credentialsSchema.extend({
  client_id: z.string(),
  credential_type: z.enum(['password', 'http://auth0.com/oauth/grant-type/password-realm']),
  realm: z.string().optional(),
});

/** POST /co/authenticate: exchanges email and password for a login ticket for /authorize. */
export function loginRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;

  app.post('/co/authenticate', { config: { scripts: 'with-cookies' } }, async (request, reply) => {
    // Browsers always send Origin here. Requiring it prevents login CSRF.
    if (request.headers.origin === undefined) throw oauthError(403, 'access_denied', 'The Origin header is missing.');
    const body = parse(loginSchema, request.body);
    if (body.client_id !== config.clientId) throw oauthError(401, 'invalid_client', 'The client is not known.');
    if (body.realm !== undefined && body.realm !== config.connection) {
      throw oauthError(403, 'access_denied', 'The connection is not known.');
    }
    const user = await checkCredentials(deps, {
      address: request.ip,
      email: body.username,
      password: body.password,
      browser: request,
    });
    const created = user && (await createLoginTicket(deps, user));
    if (!created) {
      // Without the email, because people sometimes type their password there.
      request.log.info('login rejected');
      throw oauthError(403, 'access_denied', text.wrongCredentials);
    }
    request.log.info({ account: user.id }, 'logged in');
    setCookie(reply, config, 'kinreel_login', created.binding, TICKET_LIFETIME_SECONDS);
    // auth0-js requires co_verifier and co_id for its cross-origin check, which our cookie replaces.
    return { login_ticket: created.ticket, co_verifier: newSecret(), co_id: newSecret() };
  });
}
