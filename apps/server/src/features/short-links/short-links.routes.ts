import {
  createLinkRequest,
  idParams,
  linkCodeParams,
  linkPreview,
  linksQuery,
  linksResponse,
  redeemLinkRequest,
  redeemLinkResponse,
} from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses, publicErrorResponses } from '../../platform/http/error-responses.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { SERVER_PAGE_POLICY } from '../../platform/http/server-page.ts';
import { brokenLinkPage } from './link-page.ts';
import { createLink, deleteLink, listVideoLinks, previewLink, redeemLink, resolveCode } from './short-links.service.ts';

/** Per minute: links that a person may create, and codes that an IP address may try. */
const CREATE_RATE = { max: 30, timeWindow: '1 minute' };
const VISIT_RATE = { max: 120, timeWindow: '1 minute' };

/** Short links (API-24, SHARE-04, SHARE-05) and their redirects. */
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
          summary: "The short link of one of the caller's own videos: the existing one (200) or a new one (201)",
          body: createLinkRequest,
          response: { 200: link, 201: link, ...errorResponses(...BODY_ERRORS, 'link.invalid') },
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
          summary: "The active links of one of the caller's own videos, with their visitors",
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
          summary: 'Revoke a link and the access of its visitors',
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses('link.missing') },
        },
      },
      async (request, reply) => {
        await deleteLink(deps, request.params.id, callerId(request));
        return reply.status(204).send();
      },
    );

    app.post(
      '/api/link/redeem',
      {
        config: { access: 'user', rateLimit: VISIT_RATE },
        schema: {
          tags,
          summary: 'Redeem a short link: the caller may see its video while the link is active',
          body: redeemLinkRequest,
          response: { 200: redeemLinkResponse, ...errorResponses(...BODY_ERRORS, 'link.missing') },
        },
      },
      async (request) => redeemLink(deps.db, request.body.code, callerId(request)),
    );

    app.get(
      '/api/link/:code/preview',
      {
        config: { access: 'public', rateLimit: VISIT_RATE },
        schema: {
          tags,
          summary: 'The preview of a link, without login',
          description:
            "The owner's first name, the question and a blur of the picture, if the owner allows that for links; otherwise nothing.",
          params: linkCodeParams,
          response: { 200: linkPreview, ...publicErrorResponses('link.missing') },
        },
      },
      async (request, reply) => {
        reply.header('referrer-policy', 'no-referrer');
        return previewLink(deps.db, request.params.code);
      },
    );

    plugin.get<{ Params: { code: string } }>(
      '/s/:code',
      { config: { access: 'public', rateLimit: VISIT_RATE }, schema: { hide: true } },
      async (request, reply) => {
        // The URL contains the code, so it must be neither cached nor sent to other sites.
        reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
        const url = await resolveCode(deps, request.params.code);
        if (url) return reply.redirect(url, 302);
        if (!request.headers.accept?.includes('text/html')) throw new DomainError('link.missing');
        return reply
          .status(404)
          .header('content-security-policy', SERVER_PAGE_POLICY)
          .type('text/html; charset=utf-8')
          .send(brokenLinkPage(deps.config.publicUrl));
      },
    );
  };
}
