import { seenRequest, whatsNew } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { markSeen, readWhatsNew } from './whats-new.service.ts';

/** Each answer looks for videos of all the caller's connections. */
const LIST_RATE = { max: 120, timeWindow: '1 minute' };

/** Videos of others that the caller has not seen yet. */
export function whatsNewRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Watching'];

    app.get(
      '/api/whats-new',
      {
        config: { access: 'user', rateLimit: LIST_RATE },
        schema: {
          tags,
          summary: 'Videos of others that are new for the caller, newest first',
          response: { 200: whatsNew, ...errorResponses() },
        },
      },
      async (request) => readWhatsNew(deps.db, callerId(request)),
    );

    app.put(
      '/api/whats-new/seen',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Mark videos as seen; those that the caller may not see are ignored',
          body: seenRequest,
          response: { 204: z.undefined(), ...errorResponses(...BODY_ERRORS) },
        },
      },
      async (request, reply) => {
        await markSeen(deps.db, callerId(request), request.body.video_ids);
        return reply.status(204).send();
      },
    );
  };
}
