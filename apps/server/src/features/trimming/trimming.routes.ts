import { idParams, trimRequest, video } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { changeTrim } from './trimming.service.ts';

/** Each change takes the machine minutes. */
const TRIM_RATE = { max: 60, timeWindow: '1 hour' };

/** The owner keeps a part of a video; the original stays. */
export function trimmingRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Videos'];

    app.put(
      '/api/video/:id/trim',
      {
        config: { access: 'user', rateLimit: TRIM_RATE },
        schema: {
          tags,
          summary: "Keep only a part of the caller's video; until it is prepared nobody else can watch it",
          params: idParams,
          body: trimRequest,
          response: {
            200: video,
            ...errorResponses(
              ...BODY_ERRORS,
              ...(['video.missing', 'video.not_ready', 'trim.preparing', 'trim.range', 'trim.too_short'] as const),
            ),
          },
        },
      },
      async (request) => changeTrim(deps, request.params.id, callerId(request), request.body),
    );

    app.delete(
      '/api/video/:id/trim',
      {
        config: { access: 'user', rateLimit: TRIM_RATE },
        schema: {
          tags,
          summary: "Show all of the caller's video again",
          params: idParams,
          response: { 200: video, ...errorResponses('video.missing', 'video.not_ready', 'trim.preparing') },
        },
      },
      async (request) => changeTrim(deps, request.params.id, callerId(request), null),
    );
  };
}
