import { idParams, trimRequest, video } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { changeTrim } from './trimming.service.ts';

/** Each change takes minutes of CPU time. */
const TRIM_RATE = { max: 60, timeWindow: '1 hour' };

/** Trimming a video; the original is kept. */
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
          summary: "Trim the caller's video; nobody else can watch it until it is prepared",
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
          summary: "Remove the trim of the caller's video",
          params: idParams,
          response: { 200: video, ...errorResponses('video.missing', 'video.not_ready', 'trim.preparing') },
        },
      },
      async (request) => changeTrim(deps, request.params.id, callerId(request), null),
    );
  };
}
