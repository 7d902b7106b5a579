import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { parse } from '../http/parse.ts';
import { oauthError } from '../http/protocol-error.ts';
import { bearerClaims, userIdOf } from '../tokens/tokens.ts';
import { deliverLogoutNotices } from './logout-notices.ts';
import { endAllSessions, endSessionById, IDLE_SECONDS, MAX_SECONDS, secondsBefore } from './sessions.ts';

export const sessionIdSchema = z.object({ id: z.uuid() });

/** Sessions of the token's owner, for the API server: list them, and end one or all. */
export function sessionsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps;
  const owner = async (request: FastifyRequest) => {
    const claims = await bearerClaims(deps, request);
    return { userId: userIdOf(claims), sid: claims.sid };
  };

  app.get('/sessions', async (request) => {
    const { userId, sid } = await owner(request);
    const rows = await db
      .selectFrom('sessions')
      .select(['id', 'browser', 'system', 'created_at', 'seen_at'])
      .where('user_id', '=', userId)
      .where('seen_at', '>', secondsBefore(now(), IDLE_SECONDS))
      .where('created_at', '>', secondsBefore(now(), MAX_SECONDS))
      .orderBy('seen_at', 'desc')
      .limit(100)
      .execute();
    return {
      sessions: rows.map(({ created_at, seen_at, ...row }) => ({
        ...row,
        current: row.id === sid,
        created_at: created_at.toISOString(),
        last_used_at: seen_at.toISOString(),
      })),
    };
  });

  app.delete('/sessions/:id', async (request, reply) => {
    const { userId } = await owner(request);
    const { id } = parse(sessionIdSchema, request.params);
    if (!(await endSessionById(deps, userId, id))) throw oauthError(404, 'not_found', 'The session is not known.');
    await deliverLogoutNotices(deps);
    return reply.status(204).send();
  });

  app.delete('/sessions', async (request, reply) => {
    const { userId } = await owner(request);
    await db.transaction().execute((tx) => endAllSessions(tx, deps, userId));
    await deliverLogoutNotices(deps);
    return reply.status(204).send();
  });
}
