import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { idParams, video } from '@kinreel/contracts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Deps } from '../../platform/deps.ts';
import { errorResponses } from '../../platform/error-responses.ts';
import { DomainError } from '../../platform/errors.ts';
import { callerId } from '../../platform/route-access.ts';
import { retryVideo, type UploadPart, uploadVideo } from './uploads.service.ts';

/** Uploads and new attempts that a person may begin in a minute. */
export const UPLOAD_RATE = { max: 60, timeWindow: '1 minute' };

/** Milliseconds without a single byte after which a sender counts as gone; its line may have broken without a word. */
export const IDLE_MS = 5 * 60_000;

/** Uploading videos (API-09), and preparing one again that failed. */
export function uploadsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    await plugin.register(multipart, {
      throwFileSizeLimit: false,
      // Two files, so that the second can be refused in plain words. Sizes are watched by the service.
      limits: { files: 2, fileSize: Number.POSITIVE_INFINITY, fields: 10, fieldSize: 1024, parts: 12 },
    });
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Uploads'];

    app.post(
      '/api/video',
      {
        config: { access: 'user', rateLimit: UPLOAD_RATE },
        schema: {
          tags,
          summary: 'Upload a video as the answer to a prompt',
          description: 'The fields `prompt` (its id) and `video` (one file), in either order.',
          consumes: ['multipart/form-data'],
          response: {
            201: video,
            ...errorResponses(
              'prompt.missing',
              'video.no_file',
              'video.one_only',
              'video.incomplete',
              'video.not_a_video',
              'video.no_picture',
              'video.too_large',
              'video.too_long',
              'video.quota',
              'storage.full',
            ),
          },
        },
      },
      async (request, reply) => {
        if (!request.isMultipart()) throw new DomainError('request.unsupported');
        // A request that was injected has no real socket.
        request.socket.setTimeout?.(IDLE_MS);
        try {
          const uploaded = await uploadVideo(deps, {
            ownerId: callerId(request),
            contentLength: contentLength(request),
            parts: partsOf(request),
          });
          return reply.status(201).send(uploaded);
        } catch (error) {
          // What still arrives is let run out, so that the sender comes to read the answer.
          request.raw.unpipe();
          request.raw.resume();
          throw error;
        }
      },
    );

    app.post(
      '/api/video/:id/retry',
      {
        config: { access: 'user', rateLimit: UPLOAD_RATE },
        schema: {
          tags,
          summary: 'Prepare an own video again that failed',
          params: idParams,
          response: { 200: video, ...errorResponses('video.missing', 'video.not_ready') },
        },
      },
      async (request) => retryVideo(deps, request.params.id, callerId(request)),
    );
  };
}

function contentLength(request: FastifyRequest): number | null {
  const length = Number(request.headers['content-length']);
  return Number.isSafeInteger(length) && length > 0 ? length : null;
}

/** The form's parts without their HTTP. @throws DomainError video.incomplete for a form that breaks off */
async function* partsOf(request: FastifyRequest): AsyncGenerator<UploadPart> {
  try {
    for await (const part of request.parts()) {
      yield part.type === 'file'
        ? { type: 'file', name: part.fieldname, fileName: part.filename ?? '', bytes: whole(part.file) }
        : { type: 'field', name: part.fieldname, value: String(part.value) };
    }
  } catch (cause) {
    throw broken(cause);
  }
}

async function* whole(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (cause) {
    throw broken(cause);
  }
}

/** Too many parts are a wrong request; whatever else the reader finds is a form that did not arrive whole. */
function broken(cause: unknown): DomainError {
  const { code } = cause as { code?: unknown };
  const tooMuch = typeof code === 'string' && /_LIMIT$|PROTO_VIOLATION|JSON_FIELD/.test(code);
  return new DomainError(tooMuch ? 'request.invalid' : 'video.incomplete', { cause });
}
