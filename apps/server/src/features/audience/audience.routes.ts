import { audienceResponse, idParams, pageQuery, removeFromAudienceParams } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { setNextLink } from '../../platform/http/paging.ts';
import { getAudience, removeFromAudience } from './audience.service.ts';

/** Each page is an expensive query. */
const LIST_RATE = { max: 120, timeWindow: '1 minute' };

/** Who can see a video (VID-08), for its owner. */
export function audienceRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Audience'];

    app.get(
      '/api/video/:id/audience',
      {
        config: { access: 'user', rateLimit: LIST_RATE },
        schema: {
          tags,
          summary: "Who can see one of the caller's videos, and why",
          params: idParams,
          querystring: pageQuery,
          response: { 200: audienceResponse, ...errorResponses('video.missing') },
        },
      },
      async (request, reply) => {
        const { audience, next } = await getAudience(deps, request.params.id, callerId(request), request.query);
        setNextLink(request, reply, next);
        return audience;
      },
    );

    app.delete(
      '/api/video/:id/audience/:userId',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Stop sharing a video with one person: deletes their share and their redeemed links',
          params: removeFromAudienceParams,
          response: { 204: z.undefined(), ...errorResponses('video.missing') },
        },
      },
      async (request, reply) => {
        await removeFromAudience(deps, request.params.id, callerId(request), request.params.userId);
        return reply.status(204).send();
      },
    );
  };
}
