import type { Readable } from 'node:stream';
import { id, user, userIdParams } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { PARTIAL_RESPONSES, sendStoredObject } from '../../platform/http/send-stored-object.ts';
import {
  acceptPictures,
  createPictureQueue,
  PICTURE_ERRORS,
  pictureForm,
} from '../../platform/pictures/sent-pictures.ts';
import { changePhoto, currentPhotoKey } from './photos.service.ts';
import { requireSelf } from './profile.policy.ts';

const PHOTO_RATE_LIMIT = { max: 30, timeWindow: '1 minute' };

/** Changing the profile photo (API-22), and serving photos. */
export function photosRoutes(deps: Deps): FastifyPluginAsync {
  const pictures = createPictureQueue(deps);
  return async (plugin) => {
    await acceptPictures(plugin);
    const app = plugin.withTypeProvider<ZodTypeProvider>();

    app.put(
      '/api/photo/:userId',
      {
        config: { access: 'user', rateLimit: PHOTO_RATE_LIMIT, body: 'file' },
        schema: {
          tags: ['Profile'],
          summary: "Change the caller's photo",
          description: 'One image in the field `photo`. It is stored upright and square, without its metadata.',
          consumes: ['multipart/form-data'],
          params: userIdParams,
          body: pictureForm,
          response: {
            200: user,
            ...errorResponses(...BODY_ERRORS, 'profile.not_yours', ...PICTURE_ERRORS),
          },
        },
      },
      async (request, reply) => {
        requireSelf(callerId(request), request.params.userId);
        return pictures.receive(request, reply, (picture) => changePhoto(deps, callerId(request), picture));
      },
    );

    app.get(
      '/media/photos/:userId/:version',
      {
        config: { access: 'media' },
        schema: {
          tags: ['Media'],
          summary: 'A profile photo (WebP)',
          params: z.object({ userId: id, version: id }),
          response: {
            200: { description: 'The image', content: { 'image/webp': { schema: z.custom<Readable>() } } },
            ...PARTIAL_RESPONSES,
            ...errorResponses('route.missing'),
          },
        },
      },
      async (request, reply) => {
        const { userId, version } = request.params;
        const key = await currentPhotoKey(deps.db, userId, version, callerId(request));
        const object = key && (await deps.storage.stat(key));
        if (!object) throw new DomainError('route.missing');
        const file = { ...object, contentType: 'image/webp', etag: `"${version}"` };
        // The content of a version never changes, so browsers may cache it; shared caches may not.
        return sendStoredObject(request, reply, deps.storage, file, { cacheControl: 'private, max-age=3600' });
      },
    );
  };
}
