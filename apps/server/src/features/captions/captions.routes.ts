import {
  captionSearchQuery,
  captionSearchResponse,
  captions,
  deleteCaptionsQuery,
  idParams,
  MAX_CAPTIONS_BYTES,
  saveCaptionsRequest,
} from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { etagMatches } from '../../platform/http/byte-range.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import {
  openCaptionsFor,
  readCaptions,
  removeCaptions,
  requestDraft,
  saveCaptions,
  searchCaptions,
} from './captions.service.ts';

/** JSON needs more bytes than WebVTT. */
const BODY_LIMIT = 2 * MAX_CAPTIONS_BYTES;

const WRITE_RATE = { max: 60, timeWindow: '1 minute' };
/** Each draft takes minutes of CPU time. */
const DRAFT_RATE = { max: 30, timeWindow: '1 hour' };
const SEARCH_RATE = { max: 120, timeWindow: '1 minute' };

/** Captions: written by the owner, readable for everybody who may see the video (VID-05). */
export function captionsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Captions'];

    app.get(
      '/api/video/:id/captions',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "The captions of the caller's video, and the state of their draft",
          params: idParams,
          response: { 200: captions, ...errorResponses('video.missing') },
        },
      },
      async (request) => readCaptions(deps, request.params.id, callerId(request)),
    );

    app.put(
      '/api/video/:id/captions',
      {
        config: { access: 'user', rateLimit: WRITE_RATE },
        bodyLimit: BODY_LIMIT,
        schema: {
          tags,
          summary: "Replace the captions of the caller's video, unless they were changed meanwhile",
          params: idParams,
          body: saveCaptionsRequest,
          response: { 200: captions, ...errorResponses(...BODY_ERRORS, 'video.missing', 'captions.changed') },
        },
      },
      async (request) => saveCaptions(deps, request.params.id, callerId(request), request.body),
    );

    app.delete(
      '/api/video/:id/captions',
      {
        config: { access: 'user', rateLimit: WRITE_RATE },
        schema: {
          tags,
          summary: "Delete the captions of the caller's video, unless they were changed meanwhile",
          params: idParams,
          querystring: deleteCaptionsQuery,
          response: { 204: z.undefined(), ...errorResponses('video.missing', 'captions.changed') },
        },
      },
      async (request, reply) => {
        await removeCaptions(deps, request.params.id, callerId(request), request.query.version);
        return reply.status(204).send();
      },
    );

    app.post(
      '/api/video/:id/captions/draft',
      {
        config: { access: 'user', rateLimit: DRAFT_RATE },
        schema: {
          tags,
          summary: "Draft captions by speech-to-text for the caller's video, which has none",
          params: idParams,
          response: {
            202: captions,
            ...errorResponses('video.missing', 'video.not_ready', 'captions.written', 'captions.no_drafts'),
          },
        },
      },
      async (request, reply) => reply.status(202).send(await requestDraft(deps, request.params.id, callerId(request))),
    );

    app.get(
      '/api/captions/search',
      {
        config: { access: 'user', rateLimit: SEARCH_RATE },
        schema: {
          tags,
          summary: "The caller's videos in which all these words are said, newest first, each with an excerpt",
          querystring: captionSearchQuery,
          response: { 200: captionSearchResponse, ...errorResponses() },
        },
      },
      async (request) => searchCaptions(deps.db, callerId(request), request.query.q),
    );

    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/videos/:id/captions.vtt',
      config: { access: 'media' },
      schema: {
        tags: ['Media'],
        summary: 'The captions as WebVTT',
        params: idParams,
        response: {
          200: z.string().describe('The complete file'),
          304: z.undefined().describe("The browser's copy is up to date"),
          ...errorResponses('video.missing'),
        },
      },
      handler: async (request, reply) => {
        const { webVtt, etag } = await openCaptionsFor(deps.db, request.params.id, callerId(request));
        // The browser revalidates its copy before each use, so access is checked every time.
        reply.headers({ etag, 'cache-control': 'private, no-cache' });
        if (etagMatches(request.headers['if-none-match'], etag)) return reply.status(304).send();
        return reply.type('text/vtt; charset=utf-8').send(webVtt);
      },
    });
  };
}
