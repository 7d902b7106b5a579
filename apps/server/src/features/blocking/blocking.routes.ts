import { blocksQuery, blocksResponse, userIdParams } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { setNextLink } from '../../platform/http/paging.ts';
import { blockPerson, listBlockedPeople, unblockPerson } from './blocking.service.ts';

/** How many people a person may block in a minute, to prevent guessing ids. */
const BLOCK_RATE = { max: 30, timeWindow: '1 minute' };

/** Blocked people. */
export function blockingRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Blocking'];

    app.get(
      '/api/blocks',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'The people whom the caller has blocked, newest first',
          querystring: blocksQuery,
          response: { 200: blocksResponse, ...errorResponses() },
        },
      },
      async (request, reply) => {
        const page = await listBlockedPeople(deps.db, callerId(request), request.query);
        setNextLink(request, reply, page.next);
        return page.rows;
      },
    );

    app.put(
      '/api/blocks/:userId',
      {
        config: { access: 'user', rateLimit: BLOCK_RATE },
        schema: {
          tags,
          summary: 'Block a person: the two no longer see each other, and their connection, shares and visits end',
          params: userIdParams,
          response: { 204: z.undefined(), ...errorResponses('block.self', 'person.missing') },
        },
      },
      async (request, reply) => {
        await blockPerson(deps.db, callerId(request), request.params.userId);
        return reply.status(204).send();
      },
    );

    app.delete(
      '/api/blocks/:userId',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Unblock a person; the connection is not restored',
          params: userIdParams,
          response: { 204: z.undefined(), ...errorResponses() },
        },
      },
      async (request, reply) => {
        await unblockPerson(deps.db, callerId(request), request.params.userId);
        return reply.status(204).send();
      },
    );
  };
}
