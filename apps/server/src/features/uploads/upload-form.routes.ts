import multipart from '@fastify/multipart';
import { video } from '@kinreel/contracts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { type FormPart, uploadForm } from './upload-form.service.ts';
import { IDLE_MS, UPLOAD_RATE } from './upload-limits.ts';

/** Uploading a video with one form (API-09). */
export function uploadFormRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    await plugin.register(multipart, {
      throwFileSizeLimit: false,
      // Two files, so that a second one gets a specific error. The service limits the size.
      limits: { files: 2, fileSize: Number.POSITIVE_INFINITY, fields: 10, fieldSize: 1024, parts: 12 },
    });
    const app = plugin.withTypeProvider<ZodTypeProvider>();

    app.post(
      '/api/video',
      {
        config: { access: 'user', rateLimit: UPLOAD_RATE, body: 'file' },
        schema: {
          tags: ['Uploads'],
          summary: 'Upload a video as the answer to a prompt',
          description: 'The fields `prompt` (its id) and `video` (one file), in either order.',
          consumes: ['multipart/form-data'],
          response: {
            201: video,
            ...errorResponses(
              ...BODY_ERRORS,
              'prompt.missing',
              'video.no_file',
              'video.empty',
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
        // Injected requests have no real socket.
        request.socket.setTimeout?.(IDLE_MS);
        try {
          const form = { ownerId: callerId(request), contentLength: contentLength(request), parts: partsOf(request) };
          return reply.status(201).send(await uploadForm(deps, form));
        } catch (error) {
          // Drain the body so the client can read the error.
          request.raw.unpipe();
          request.raw.resume();
          throw error;
        }
      },
    );
  };
}

function contentLength(request: FastifyRequest): number | null {
  const length = Number(request.headers['content-length']);
  return Number.isSafeInteger(length) && length > 0 ? length : null;
}

/** The form's parts without HTTP. @throws DomainError video.incomplete, request.invalid */
async function* partsOf(request: FastifyRequest): AsyncGenerator<FormPart> {
  try {
    for await (const part of request.parts()) {
      yield part.type === 'file'
        ? { type: 'file', name: part.fieldname, fileName: part.filename ?? '', bytes: part.file }
        : { type: 'field', name: part.fieldname, value: String(part.value) };
    }
  } catch (cause) {
    throw toFormError(cause);
  }
}

/** Too many parts make an invalid request; any other error of the parser means that the form is incomplete. */
function toFormError(cause: unknown): DomainError {
  const { code } = cause as { code?: unknown };
  const isInvalid = typeof code === 'string' && /_LIMIT$|PROTO_VIOLATION|JSON_FIELD/.test(code);
  return new DomainError(isInvalid ? 'request.invalid' : 'video.incomplete', { cause });
}
