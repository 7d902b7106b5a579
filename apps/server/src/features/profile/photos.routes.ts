import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import { id, MAX_PHOTO_BYTES, user, userIdParams } from '@kinreel/contracts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/error-responses.ts';
import { DomainError } from '../../platform/errors.ts';
import { callerId } from '../../platform/route-access.ts';
import { PARTIAL_RESPONSES, sendStoredObject } from '../../platform/send-stored-object.ts';
import { changePhoto, createPhotoGate, currentPhotoKey, photoTooLarge } from './photos.service.ts';
import { requireSelf } from './profile.policy.ts';

const PHOTO_RATE_LIMIT = { max: 30, timeWindow: '1 minute' };

/** Maximum size of the form fields in addition to the photo, in bytes. */
const FORM_OVERHEAD = 64 * 1024;

/** For OpenAPI only: the handler streams the form, so it cannot be validated before. */
const photoForm = z.any().meta({
  type: 'object',
  required: ['photo'],
  properties: { photo: { type: 'string', format: 'binary' } },
});

/** Changing the profile photo (API-22), and delivering photos. */
export function photosRoutes(deps: Deps): FastifyPluginAsync {
  const gate = createPhotoGate();
  return async (plugin) => {
    await plugin.register(multipart, {
      throwFileSizeLimit: false,
      limits: { fileSize: MAX_PHOTO_BYTES, files: 1, fields: 4, fieldSize: 1024, parts: 5 },
    });
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
          body: photoForm,
          response: {
            200: user,
            ...errorResponses(
              ...BODY_ERRORS,
              'profile.not_yours',
              'photo.missing',
              'photo.unreadable',
              'photo.too_large',
              'photo.busy',
              'storage.full',
            ),
          },
        },
      },
      async (request, reply) => {
        requireSelf(callerId(request), request.params.userId);
        const left = new AbortController();
        reply.raw.once('close', () => left.abort());
        const folder = await deps.storage.stagingFolder();
        try {
          const upload = await receivePhoto(request, folder);
          return await changePhoto(deps, gate, callerId(request), { folder, upload, signal: left.signal });
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
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
        // A version never changes, so browsers may cache it; shared caches may not.
        return sendStoredObject(request, reply, deps.storage, file, { cacheControl: 'private, max-age=3600' });
      },
    );
  };
}

/**
 * Streams the file of the form field `photo` into the folder. @returns its path
 * @throws DomainError photo.missing, photo.too_large, request.invalid
 */
async function receivePhoto(request: FastifyRequest, folder: string): Promise<string> {
  if (!request.isMultipart()) throw new DomainError('photo.missing');
  if (Number(request.headers['content-length']) > MAX_PHOTO_BYTES + FORM_OVERHEAD) {
    throw photoTooLarge();
  }
  const path = join(folder, 'upload');
  let received = false;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      if (part.fieldname !== 'photo') {
        part.file.resume();
        continue;
      }
      await pipeline(part.file, createWriteStream(path));
      if (part.file.truncated) throw photoTooLarge();
      received = true;
    }
  } catch (cause) {
    // Disk errors are ours; any other error here means an incomplete or invalid form.
    if (cause instanceof DomainError || (cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new DomainError('request.invalid', { cause });
  }
  if (!received) throw new DomainError('photo.missing');
  return path;
}
