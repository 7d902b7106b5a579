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
 * Archives: the caller's own data, or the videos that they manage as a steward. A steward's right is checked at each
 * request, and repeatedly during a download.
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
          summary: "The archive of the caller's data, or null",
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
          summary: "Make an archive of the caller's data in the background; replaces an earlier one",
          description:
            'A ZIP file with a bag (BagIt, RFC 8493): originals, captions, data as JSON, and a page that shows them. The caller gets a notification and a mail when it is ready.',
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
          summary: "Delete the caller's archive, or cancel its job",
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
          summary: 'The archive of the videos that the caller manages as a steward, or null',
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
          summary: 'Make an archive of the videos that the caller manages as a steward, in the background',
          description:
            'Originals, captions, questions and dates of the videos that the person lets stewards manage. It can be downloaded as long as the caller is their steward.',
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
          summary: 'Delete the archive of the videos that the caller manages as a steward, or cancel its job',
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
        summary: 'The file of an archive, only for its person',
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
        // Never a redirect to the storage: that download could not be stopped when the stewardship ends.
        const storage = { open: deps.storage.open.bind(deps.storage) };
        return sendStoredObject(request, reply, storage, file, { downloadName: name });
      },
    });
  };
}
