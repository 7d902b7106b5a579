import { idParams, publishUploadRequest, unfinishedUploadsResponse, video } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Deps } from '../../platform/deps.ts';
import { errorResponses } from '../../platform/error-responses.ts';
import { callerId } from '../../platform/route-access.ts';
import { publishUpload, readUnfinishedUploads } from './resumable.service.ts';
import { UPLOAD_RATE } from './uploads.routes.ts';

/** What the app does with resumable uploads beside sending their bytes (tus.routes.ts). */
export function resumableRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Uploads'];

    app.get(
      '/api/uploads',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'The own unfinished uploads, the newest first',
          response: { 200: unfinishedUploadsResponse, ...errorResponses() },
        },
      },
      async (request) => readUnfinishedUploads(deps, callerId(request)),
    );

    app.post(
      '/api/uploads/:id/publish',
      {
        config: { access: 'user', rateLimit: UPLOAD_RATE },
        schema: {
          tags,
          summary: 'Make an upload that has arrived whole a video, the answer to a prompt',
          description: 'Called again, after a lost answer say, it answers the same video with 200.',
          params: idParams,
          body: publishUploadRequest,
          response: {
            200: video,
            201: video,
            ...errorResponses(
              'upload.missing',
              'upload.unfinished',
              'upload.busy',
              'prompt.missing',
              'video.checksum',
              'video.not_a_video',
              'video.no_picture',
              'video.too_long',
              'video.quota',
              'storage.full',
            ),
          },
        },
      },
      async (request, reply) => {
        const { prompt: promptId, sha256 } = request.body;
        const ownerId = callerId(request);
        const published = await publishUpload(deps, { id: request.params.id, ownerId, promptId, sha256 });
        return reply.status(published.isNew ? 201 : 200).send(published.video);
      },
    );
  };
}
