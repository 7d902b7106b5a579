import { becomeOwnerRequest } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { becomeOwner } from './site-owners.service.ts';

/** Codes per person and minute. */
const CODE_RATE = { max: 10, timeWindow: '1 minute' };

/** Becoming the first site owner. */
export function siteOwnersRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();

    app.post(
      '/api/owner',
      {
        config: { access: 'user', rateLimit: CODE_RATE },
        schema: {
          tags: ['Administration'],
          summary: 'Become the first site owner, with the code of the link that the start has printed',
          body: becomeOwnerRequest,
          response: { 204: z.undefined(), ...errorResponses(...BODY_ERRORS, 'owner.code_missing') },
        },
      },
      async (request, reply) => {
        await becomeOwner(deps.db, callerId(request), request.body.code);
        return reply.status(204).send();
      },
    );
  };
}
