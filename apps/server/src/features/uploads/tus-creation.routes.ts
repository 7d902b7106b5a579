import { TUS_PATH, TUS_VERSION } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { errorResponses, publicErrorResponses } from '../../platform/http/error-responses.ts';
import {
  noBody,
  progressHeaders,
  TUS_CHECKSUM_ALGORITHMS,
  TUS_EXTENSIONS,
  tusHeaders,
  wholeNumberHeader,
} from './tus-protocol.ts';
import { UPLOAD_RATE } from './upload-limits.ts';
import { createUpload } from './uploads.service.ts';

/** OPTIONS and POST: the supported protocol features, and creating an upload. */
export function tusCreationRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Uploads'];

    app.options(
      TUS_PATH,
      {
        config: { access: 'public' },
        schema: {
          tags,
          summary: 'The supported features of tus',
          response: { 204: noBody, ...publicErrorResponses() },
        },
      },
      async (_request, reply) =>
        reply
          .status(204)
          .headers({
            'tus-version': TUS_VERSION,
            'tus-extension': TUS_EXTENSIONS,
            'tus-max-size': deps.config.limits.videoBytes,
            'tus-checksum-algorithm': TUS_CHECKSUM_ALGORITHMS,
          })
          .send(undefined),
    );

    app.post(
      TUS_PATH,
      {
        config: { access: 'user', rateLimit: UPLOAD_RATE },
        schema: {
          tags,
          summary: 'Create a resumable upload (tus creation)',
          description: 'Upload-Metadata may have filename, filetype and prompt. Location is the address of the upload.',
          headers: tusHeaders.extend({
            'upload-length': wholeNumberHeader.describe('Size of the file in bytes'),
            'upload-metadata': z.string().default(''),
          }),
          response: {
            201: noBody,
            ...errorResponses(
              'upload.protocol',
              'video.empty',
              'video.too_large',
              'video.quota',
              'prompt.missing',
              'upload.too_many',
              'storage.full',
            ),
          },
        },
      },
      async (request, reply) => {
        const { 'upload-length': size, 'upload-metadata': metadata } = request.headers;
        const upload = await createUpload(deps, { ownerId: callerId(request), size, metadata });
        return reply
          .status(201)
          .headers({ location: `${TUS_PATH}/${upload.id}`, ...progressHeaders(upload) })
          .send(undefined);
      },
    );
  };
}
