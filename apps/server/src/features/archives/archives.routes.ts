import type { Readable } from 'node:stream';
import { archiveResponse, idParams } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { errorResponses } from '../../platform/error-responses.ts';
import { callerId } from '../../platform/route-access.ts';
import { PARTIAL_RESPONSES, sendStoredObject } from '../../platform/send-stored-object.ts';
import { deleteArchive, openArchive, readArchive, startArchive } from './archives.service.ts';

/** Each archive reads all files of a person. */
const START_RATE_LIMIT = { max: 10, timeWindow: '1 hour' };

/** Everything that belongs to the caller, as one file. */
export function archivesRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Archives'];

    app.get(
      '/api/archive',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'The archive of everything that belongs to the caller, or null if there is none',
          response: { 200: archiveResponse, ...errorResponses() },
        },
      },
      async (request) => readArchive(deps.db, callerId(request)),
    );

    app.post(
      '/api/archive',
      {
        config: { access: 'user', rateLimit: START_RATE_LIMIT },
        schema: {
          tags,
          summary:
            'Make an archive of everything that belongs to the caller, in the background; replaces an earlier one',
          description:
            'A ZIP file with a bag (BagIt, RFC 8493): originals, captions, data as JSON, and a page that shows them. A notification and a mail tell when it is ready.',
          response: { 202: archiveResponse, ...errorResponses() },
        },
      },
      async (request, reply) => reply.status(202).send(await startArchive(deps, callerId(request))),
    );

    app.delete(
      '/api/archive',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "Delete the caller's archive, or stop making it",
          response: { 204: z.undefined(), ...errorResponses() },
        },
      },
      async (request, reply) => {
        await deleteArchive(deps, callerId(request));
        return reply.status(204).send();
      },
    );

    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/archives/:id',
      config: { access: 'media' },
      schema: {
        tags,
        summary: 'The file of an archive, for its person alone',
        params: idParams,
        response: {
          200: z.custom<Readable>().describe('The complete file'),
          ...PARTIAL_RESPONSES,
          ...errorResponses('archive.missing'),
        },
      },
      handler: async (request, reply) => {
        const { file, name } = await openArchive(deps.db, request.params.id, callerId(request));
        return sendStoredObject(request, reply, deps.storage, file, { downloadName: name });
      },
    });
  };
}
