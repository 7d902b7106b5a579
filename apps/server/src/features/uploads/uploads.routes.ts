import { idParams, publishUploadRequest, unfinishedUploadsResponse, video } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { publishUpload } from './publish-upload.service.ts';
import { UPLOAD_RATE } from './upload-limits.ts';
import { listUnfinishedUploads } from './uploads.service.ts';

/** Listing and publishing uploads. tus.routes.ts receives their bytes. */
export function uploadsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Uploads'];

    app.get(
      '/api/uploads',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "The caller's unfinished uploads, newest first",
          response: { 200: unfinishedUploadsResponse, ...errorResponses() },
        },
      },
      async (request) => listUnfinishedUploads(deps, callerId(request)),
    );

    app.post(
      '/api/uploads/:id/publish',
      {
        config: { access: 'user', rateLimit: UPLOAD_RATE },
        schema: {
          tags,
          summary: 'Publish a complete upload as the answer to a prompt',
          description:
            'A repeated call, for example after a lost response, returns the same video with status 200, and sets its audience again if it has one.',
          params: idParams,
          body: publishUploadRequest,
          response: {
            200: video,
            201: video,
            ...errorResponses(
              ...BODY_ERRORS,
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
        const { prompt: promptId, sha256, audience } = request.body;
        const ownerId = callerId(request);
        const published = await publishUpload(deps, { id: request.params.id, ownerId, promptId, sha256, audience });
        return reply.status(published.isNew ? 201 : 200).send(published.video);
      },
    );
  };
}
