import { identity as text } from '@kinreel/messages/en/identity';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { parse } from '../http/parse.ts';
import { oauthError } from '../http/protocol-error.ts';
import { deliverLogoutNotices } from './logout-notices.ts';
import { endSession } from './sessions.ts';

export const logoutSchema = z.object({ client_id: z.string().optional(), returnTo: z.string().optional() });

/** GET /v2/logout: ends the session and redirects to the login screen of an allowed origin. */
export function logoutRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;

  app.get('/v2/logout', { config: { page: true } }, async (request, reply) => {
    const { returnTo = `${config.publicUrl}/login` } = parse(logoutSchema, request.query);
    if (!config.allowedOrigins.some((origin) => returnTo === `${origin}/login`)) {
      throw oauthError(400, 'invalid_request', text.returnAddressUnknown);
    }
    await deps.db.transaction().execute((tx) => endSession(tx, deps, request, reply));
    await deliverLogoutNotices(deps);
    return reply.redirect(returnTo);
  });
}
