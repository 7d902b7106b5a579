import { createLinkRequest, idParams, linksQuery, linksResponse } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { errorResponses } from '../../platform/error-responses.ts';
import { DomainError } from '../../platform/errors.ts';
import { callerId } from '../../platform/route-access.ts';
import { brokenLinkPage } from './link-page.ts';
import { createLink, endLink, listVideoLinks, resolveCode } from './short-links.service.ts';

/** Links a person may make, and codes an address may try, a minute. */
const CREATE_RATE = { max: 30, timeWindow: '1 minute' };
const VISIT_RATE = { max: 120, timeWindow: '1 minute' };

/** Short links (API-24, SHARE-04, SHARE-05) and the address they stand at. */
export function shortLinksRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Short links'];
    const link = { description: 'The short link', content: { 'text/plain': { schema: z.string() } } };

    app.post(
      '/api/link',
      {
        config: { access: 'user', rateLimit: CREATE_RATE },
        schema: {
          tags,
          summary: 'The short link of an own video: the one that stands (200), or a new one (201)',
          body: createLinkRequest,
          response: { 200: link, 201: link, ...errorResponses('link.invalid') },
        },
      },
      async (request, reply) => {
        const { url, created } = await createLink(deps, callerId(request), request.body);
        return reply
          .status(created ? 201 : 200)
          .type('text/plain; charset=utf-8')
          .send(url);
      },
    );

    app.get(
      '/api/link',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'The standing links of an own video, and who came by them',
          querystring: linksQuery,
          response: { 200: linksResponse, ...errorResponses('video.missing') },
        },
      },
      async (request) => listVideoLinks(deps, request.query.video_id, callerId(request)),
    );

    app.delete(
      '/api/link/:id',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'End a link: who came by it sees the video no more',
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses('link.missing') },
        },
      },
      async (request, reply) => {
        await endLink(deps, request.params.id, callerId(request));
        return reply.status(204).send();
      },
    );

    plugin.get<{ Params: { code: string } }>(
      '/s/:code',
      { config: { access: 'public', rateLimit: VISIT_RATE }, schema: { hide: true } },
      async (request, reply) => {
        // The address holds the code: no page it leads to may learn it, no cache may keep it.
        reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
        const address = await resolveCode(deps, request.params.code);
        if (address) return reply.redirect(address, 302);
        if (!request.headers.accept?.includes('text/html')) throw new DomainError('link.missing');
        return reply.status(404).type('text/html; charset=utf-8').send(brokenLinkPage(deps.config.publicUrl));
      },
    );
  };
}
