import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { parse } from '../http/parse.ts';
import { oauthError } from '../http/protocol-error.ts';
import { createResetLink } from '../password-reset/password-reset.service.ts';
import { deliverLogoutNotices } from '../sessions/logout-notices.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { requireApiClient } from '../tokens/token-client.ts';

export const accountIdSchema = z.object({ id: z.string().regex(/^[0-9a-f]{24}$/) });

/** What the API server does with an account for a site owner. It proves itself with its client secret. */
export function managementRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, db } = deps;

  /** The account of a request. @throws ProtocolError 401 `invalid_client`, 404 `not_found` */
  async function accountOf(request: FastifyRequest): Promise<string> {
    requireApiClient(request, config);
    const { id } = parse(accountIdSchema, request.params);
    const account = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
    if (!account) throw oauthError(404, 'not_found', 'The account is not known.');
    return account.id;
  }

  app.delete('/users/:id/sessions', async (request, reply) => {
    const userId = await accountOf(request);
    await db.transaction().execute((tx) => endAllSessions(tx, deps, userId));
    await deliverLogoutNotices(deps);
    return reply.status(204).send();
  });

  // The account of somebody who has left. Repeating it is no error: the caller may not know whether it was done.
  app.delete('/users/:id', async (request, reply) => {
    requireApiClient(request, config);
    const { id } = parse(accountIdSchema, request.params);
    await db.transaction().execute(async (tx) => {
      await endAllSessions(tx, deps, id);
      const deleted = await tx.deleteFrom('users').where('id', '=', id).returning('email').executeTakeFirst();
      if (deleted) await tx.deleteFrom('mails').where('email', '=', deleted.email).execute();
    });
    await deliverLogoutNotices(deps);
    return reply.status(204).send();
  });

  app.post('/users/:id/reset-link', async (request) => {
    const { link, expiresAt } = await createResetLink(deps, await accountOf(request), { byMail: false });
    return { url: link, expires_at: expiresAt.toISOString() };
  });
}
