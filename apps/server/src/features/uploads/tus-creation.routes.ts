import { TUS_VERSION } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { publicErrorResponses } from '../../platform/http/error-responses.ts';
import { type TusMount, tusErrors } from './tus-mount.routes.ts';
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
export function tusCreationRoutes(deps: Deps, mount: TusMount): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Uploads'];

    app.options(
      mount.path,
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
      mount.path,
      {
        config: { access: mount.access, rateLimit: UPLOAD_RATE },
        schema: {
          tags,
          summary: 'Create a resumable upload (tus creation)',
          description: 'Upload-Metadata may have filename, filetype and prompt. Location is the address of the upload.',
          headers: tusHeaders.extend({
            ...mount.headers,
            'upload-length': wholeNumberHeader.describe('Size of the file in bytes'),
            'upload-metadata': z.string().default(''),
          }),
          response: {
            201: noBody,
            ...tusErrors(
              mount,
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
        const upload = await createUpload(deps, { ...(await mount.admit(request, size)), size, metadata });
        return reply
          .status(201)
          .headers({ location: `${mount.path}/${upload.id}`, ...progressHeaders(upload) })
          .send(undefined);
      },
    );
  };
}
