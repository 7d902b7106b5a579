import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { parse } from '../http/parse.ts';
import { oauthError } from '../http/protocol-error.ts';
import { listRefused, retryMail } from '../mails/outbox.ts';
import { createResetLink } from '../password-reset/password-reset.service.ts';
import { deliverLogoutNotices } from '../sessions/logout-notices.ts';
import { countSessions, endAllSessions } from '../sessions/sessions.ts';
import { requireApiClient } from '../tokens/token-client.ts';

export const accountIdSchema = z.object({ id: z.string().regex(/^[0-9a-f]{24}$/) });
export const mailIdSchema = z.object({ id: z.uuid() });
/** `at` and `id` of the previous entry. */
export const activitySchema = z.object({
  limit: z.coerce.number().int().min(1).max(1000),
  at: z.iso.datetime().optional(),
  id: z.uuid().optional(),
});

/** Account administration by the API server, for site owners. Authenticated by its client secret. */
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

  // Deletes an account. Idempotent, because the caller may not know whether it succeeded.
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

  // The API server stores a copy of the address, and asks again after a notice that the account has changed.
  app.get('/users/:id', async (request) => {
    const id = await accountOf(request);
    return db
      .selectFrom('users')
      .select(['email', 'email_verified', 'epoch'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  });

  // For the list of the account's person, and for their archive.
  app.get('/users/:id/activity', async (request) => {
    const userId = await accountOf(request);
    const { limit, at, id } = parse(activitySchema, request.query);
    const rows = await db
      .selectFrom('activity')
      .select(['id', 'kind', 'at', 'browser', 'system'])
      .where('user_id', '=', userId)
      .$if(at !== undefined && id !== undefined, (query) =>
        query.where(sql<boolean>`(at, id) < (${at}::timestamptz, ${id}::uuid)`),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return { activity: rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
  });

  // For the metrics of the API server.
  app.get('/numbers', async (request) => {
    requireApiClient(request, config);
    return { sessions: await countSessions(db, deps.now()) };
  });

  // For the mail lists of site owners and the operator. Sent mails have no row.
  app.get('/mails', async (request) => {
    requireApiClient(request, config);
    const rows = await listRefused(db);
    return {
      mails: rows.map(({ created_at, next_attempt_at, last_error, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        next_attempt_at: next_attempt_at.toISOString(),
        error: last_error,
      })),
    };
  });

  app.post('/mails/:id/retry', async (request, reply) => {
    requireApiClient(request, config);
    const { id } = parse(mailIdSchema, request.params);
    if (!(await retryMail(db, id, deps.now()))) throw oauthError(404, 'not_found', 'The mail is not known.');
    deps.background.start(() => deps.outbox.sendDue());
    return reply.status(204).send();
  });

  app.post('/users/:id/reset-link', async (request) => {
    const { link, expiresAt } = await createResetLink(deps, await accountOf(request), { byMail: false });
    return { url: link, expires_at: expiresAt.toISOString() };
  });
}
