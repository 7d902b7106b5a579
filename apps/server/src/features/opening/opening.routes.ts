import { idParams, openingRequest, openingResponse } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { changeOpening } from './opening.service.ts';

/** Scheduled videos. */
export function openingRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();

    app.put(
      '/api/video/:id/opening',
      {
        config: { access: 'user' },
        schema: {
          tags: ['Videos'],
          summary: "Hide the caller's video from everybody else until a time, or open it now",
          params: idParams,
          body: openingRequest,
          response: { 200: openingResponse, ...errorResponses(...BODY_ERRORS, 'video.missing') },
        },
      },
      async (request) => changeOpening(deps, request.params.id, callerId(request), request.body.opens_at),
    );
  };
}
