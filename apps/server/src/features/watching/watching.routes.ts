import { idParams, saveWatchPositionRequest, watchPosition } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { readPosition, savePosition } from './watching.service.ts';

/** Players save every few seconds, and a person may use several devices. */
const SAVE_RATE = { max: 120, timeWindow: '1 minute' };

/** The watch position of a person in a video, for resuming on any device (WATCH-02). */
export function watchingRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Watching'];

    app.get(
      '/api/video/:id/position',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "The caller's position in a video",
          params: idParams,
          response: { 200: watchPosition, ...errorResponses('video.missing') },
        },
      },
      async (request) => readPosition(deps.db, request.params.id, callerId(request)),
    );

    app.put(
      '/api/video/:id/position',
      {
        config: { access: 'user', rateLimit: SAVE_RATE },
        schema: {
          tags,
          summary:
            "Save the caller's position in a video; near the end it counts as finished. No effect if the video was prepared again meanwhile",
          params: idParams,
          body: saveWatchPositionRequest,
          response: { 200: watchPosition, ...errorResponses(...BODY_ERRORS, 'video.missing') },
        },
      },
      async (request) => savePosition(deps.db, request.params.id, callerId(request), request.body),
    );
  };
}
