import {
  idParams,
  saveWatchPositionRequest,
  watchersResponse,
  watchingSetting,
  watchPosition,
} from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { changeSetting, readPosition, readSetting, readWatchers, savePosition } from './watching.service.ts';

/** Players save every few seconds, and a person may use several devices. */
const SAVE_RATE = { max: 120, timeWindow: '1 minute' };

/** The watch position of a person in a video, for resuming on any device (WATCH-02), and who has watched one's own. */
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

    app.get(
      '/api/video/:id/watchers',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "Who has watched the caller's video, the latest first",
          params: idParams,
          response: { 200: watchersResponse, ...errorResponses('video.missing') },
        },
      },
      async (request) => readWatchers(deps.db, request.params.id, callerId(request)),
    );

    app.get(
      '/api/watching/setting',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Whether owners see that the caller has watched their videos',
          response: { 200: watchingSetting, ...errorResponses() },
        },
      },
      async (request) => readSetting(deps.db, callerId(request)),
    );

    app.put(
      '/api/watching/setting',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Set whether owners see that the caller has watched their videos, also those watched before',
          body: watchingSetting,
          response: { 204: z.undefined(), ...errorResponses(...BODY_ERRORS) },
        },
      },
      async (request, reply) => {
        await changeSetting(deps.db, callerId(request), request.body);
        return reply.status(204).send();
      },
    );
  };
}
