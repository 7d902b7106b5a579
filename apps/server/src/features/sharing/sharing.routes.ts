import {
  idParams,
  okText,
  pageQuery,
  removeShareParams,
  sharedByMeResponse,
  sharedWithMeResponse,
  shareRecipientsResponse,
  shareRequest,
  videoIdParams,
} from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { setNextLink } from '../../platform/http/paging.ts';
import {
  listSharedByMe,
  listSharedWithMe,
  listVideoRecipients,
  removeOwnShare,
  removeShare,
  shareVideo,
} from './sharing.service.ts';

/** Limited, because one call may send hundreds of mails. */
const SHARE_RATE = { max: 20, timeWindow: '1 minute' };

/** Each page is an expensive query. */
const LIST_RATE = { max: 120, timeWindow: '1 minute' };

/** Sharing videos with connections, and lists of shared videos (API-11 to API-13, API-23). */
export function sharingRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Sharing'];

    app.post(
      '/api/share',
      {
        config: { access: 'user', rateLimit: SHARE_RATE },
        schema: {
          tags,
          summary: 'Share a video with connections; each gets a mail and a notification',
          body: shareRequest,
          response: {
            200: { description: 'Shared', content: { 'text/plain': { schema: okText } } },
            ...errorResponses(...BODY_ERRORS, 'video.missing', 'share.not_connected'),
          },
        },
      },
      async (request, reply) => {
        await shareVideo(deps, callerId(request), request.body);
        return reply.type('text/plain; charset=utf-8').send('OK');
      },
    );

    app.get(
      '/api/share/:videoId',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "Recipients of one of the caller's videos, newest first",
          params: videoIdParams,
          querystring: pageQuery,
          response: { 200: shareRecipientsResponse, ...errorResponses('video.missing') },
        },
      },
      async (request, reply) => {
        const page = await listVideoRecipients(deps, request.params.videoId, callerId(request), request.query);
        setNextLink(request, reply, page.next);
        return page.rows;
      },
    );

    app.delete(
      '/api/share/:videoId/:userId',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Stop sharing a video with one person',
          params: removeShareParams,
          response: { 204: z.undefined(), ...errorResponses('video.missing') },
        },
      },
      async (request, reply) => {
        const { videoId, userId } = request.params;
        await removeShare(deps, videoId, callerId(request), userId);
        return reply.status(204).send();
      },
    );

    app.get(
      '/api/video/sharedwithme',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Videos that others shared with the caller, newest first',
          querystring: pageQuery,
          response: { 200: sharedWithMeResponse, ...errorResponses() },
        },
      },
      async (request, reply) => {
        const page = await listSharedWithMe(deps, callerId(request), request.query);
        setNextLink(request, reply, page.next);
        return page.rows;
      },
    );

    app.get(
      '/api/video/sharedbyme',
      {
        config: { access: 'user', rateLimit: LIST_RATE },
        schema: {
          tags,
          summary: 'Videos that the caller has shared, each with its recipients',
          querystring: pageQuery,
          response: { 200: sharedByMeResponse, ...errorResponses() },
        },
      },
      async (request, reply) => {
        const page = await listSharedByMe(deps, callerId(request), request.query);
        setNextLink(request, reply, page.next);
        return page.rows;
      },
    );

    app.delete(
      '/api/video/shared/:id',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "Remove a shared video from the caller's list",
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses('share.missing') },
        },
      },
      async (request, reply) => {
        await removeOwnShare(deps, request.params.id, callerId(request));
        return reply.status(204).send();
      },
    );
  };
}
