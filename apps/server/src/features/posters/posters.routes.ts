import { idParams, video } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import {
  acceptPictures,
  createPictureQueue,
  PICTURE_ERRORS,
  pictureForm,
} from '../../platform/pictures/sent-pictures.ts';
import { changePoster } from './posters.service.ts';

const POSTER_RATE = { max: 30, timeWindow: '1 minute' };

/** The owner chooses the poster of a video: a frame or a photo. */
export function postersRoutes(deps: Deps): FastifyPluginAsync {
  const pictures = createPictureQueue(deps);
  return async (plugin) => {
    await acceptPictures(plugin);
    plugin.withTypeProvider<ZodTypeProvider>().put(
      '/api/video/:id/poster',
      {
        config: { access: 'user', rateLimit: POSTER_RATE, body: 'file' },
        schema: {
          tags: ['Videos'],
          summary: "Change the poster of the caller's video",
          description:
            'One image in the field `photo`. It is stored upright, at most 1280 pixels wide or high, without its metadata.',
          consumes: ['multipart/form-data'],
          params: idParams,
          body: pictureForm,
          response: {
            200: video,
            ...errorResponses(...BODY_ERRORS, 'video.missing', 'video.not_ready', ...PICTURE_ERRORS),
          },
        },
      },
      (request, reply) =>
        pictures.receive(request, reply, (picture) =>
          changePoster(deps, request.params.id, callerId(request), picture),
        ),
    );
  };
}
