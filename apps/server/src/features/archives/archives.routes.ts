import type { Readable } from 'node:stream';
import { archiveResponse, idParams, userIdParams } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { createOpenResponses } from '../../platform/http/open-responses.ts';
import { PARTIAL_RESPONSES, sendStoredObject } from '../../platform/http/send-stored-object.ts';
import { type Download, findEndedDownloads } from './archives.queries.ts';
import {
  deleteArchive,
  deleteStewardArchive,
  openArchive,
  readArchive,
  readStewardArchive,
  startArchive,
  startStewardArchive,
} from './archives.service.ts';

/** Each archive reads all files of a person. */
const START_RATE_LIMIT = { max: 10, timeWindow: '1 hour' };

/**
 * Everything that belongs to the caller, or the videos that they look after, as one file. A steward's right is checked at each
 * request, and while a response is open.
 */
export function archivesRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Archives'];
    const open = createOpenResponses(
      (downloads: readonly Download[]) => findEndedDownloads(deps.db, downloads),
      deps.log,
    );
    plugin.addHook('onClose', async () => open.close());

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

    app.get(
      '/api/stewardships/:userId/archive',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'The archive of the videos that the caller looks after for a person, or null if there is none',
          params: userIdParams,
          response: { 200: archiveResponse, ...errorResponses('steward.missing') },
        },
      },
      async (request) => readStewardArchive(deps.db, callerId(request), request.params.userId),
    );

    app.post(
      '/api/stewardships/:userId/archive',
      {
        config: { access: 'user', rateLimit: START_RATE_LIMIT },
        schema: {
          tags,
          summary: 'Make an archive of the videos that the caller looks after for a person, in the background',
          description:
            'Originals, captions, questions and dates of the videos that the person did not keep closed. It can be downloaded as long as the caller looks after them.',
          params: userIdParams,
          response: { 202: archiveResponse, ...errorResponses('steward.missing') },
        },
      },
      async (request, reply) =>
        reply.status(202).send(await startStewardArchive(deps, callerId(request), request.params.userId)),
    );

    app.delete(
      '/api/stewardships/:userId/archive',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Delete the archive of the videos that the caller looks after for a person, or stop making it',
          params: userIdParams,
          response: { 204: z.undefined(), ...errorResponses('steward.missing') },
        },
      },
      async (request, reply) => {
        await deleteStewardArchive(deps, callerId(request), request.params.userId);
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
        const [archiveId, userId] = [request.params.id, callerId(request)];
        const { file, name, isOwn } = await openArchive(deps.db, archiveId, userId);
        if (isOwn) return sendStoredObject(request, reply, deps.storage, file, { downloadName: name });
        open.watch(reply.raw, { archiveId, userId });
        // Only from here: a store would go on sending for hours after the steward's right has ended.
        const storage = { open: deps.storage.open.bind(deps.storage) };
        return sendStoredObject(request, reply, storage, file, { downloadName: name });
      },
    });
  };
}
