import {
  DEMO_VIDEO_ID,
  idParams,
  pageQuery,
  permissionResponse,
  updatePermissionRequest,
  userIdParams,
  userVideosQuery,
  video,
  videoIdParams,
  videosResponse,
} from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses, publicErrorResponses } from '../../platform/http/error-responses.ts';
import { setNextLink } from '../../platform/http/paging.ts';
import { DEMO_VIDEO } from './demo-video.ts';
import {
  deleteVideo,
  getPermission,
  getVideo,
  listOwnVideos,
  listVideosOf,
  retryVideo,
  setPermission,
} from './videos.service.ts';

/** Retries per person and minute. */
const RETRY_RATE = { max: 60, timeWindow: '1 minute' };

/** Reading and deleting videos, and who may see them (API-06 to API-08, API-10, API-18, API-19). */
export function videosRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Videos'];

    app.get(
      '/api/video/userVideos',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "The caller's own videos, newest first",
          querystring: pageQuery,
          response: { 200: videosResponse, ...errorResponses() },
        },
      },
      async (request, reply) => {
        const page = await listOwnVideos(deps, callerId(request), request.query);
        setNextLink(request, reply, page.next);
        return page.rows;
      },
    );

    app.get(
      '/api/video/user/:userId',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "A person's videos that the caller may see, newest first",
          params: userIdParams,
          querystring: userVideosQuery,
          response: { 200: videosResponse, ...errorResponses() },
        },
      },
      async (request, reply) => {
        const page = await listVideosOf(deps, request.params.userId, callerId(request), request.query);
        setNextLink(request, reply, page.next);
        return page.rows;
      },
    );

    app.get(
      `/api/video/${DEMO_VIDEO_ID}`,
      {
        config: { access: 'public' },
        schema: {
          tags,
          summary: 'The demo video, without login',
          response: { 200: videosResponse, ...publicErrorResponses() },
        },
      },
      async () => [DEMO_VIDEO],
    );

    app.get(
      '/api/video/:id',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'One video, as the only element of a list',
          params: idParams,
          response: { 200: videosResponse, ...errorResponses('video.missing') },
        },
      },
      async (request) => [await getVideo(deps.db, request.params.id, callerId(request))],
    );

    app.delete(
      '/api/video/:id',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "Delete the caller's video with its files, shares and links",
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses('video.missing') },
        },
      },
      async (request, reply) => {
        await deleteVideo(deps, request.params.id, callerId(request));
        return reply.status(204).send();
      },
    );

    app.post(
      '/api/video/:id/retry',
      {
        config: { access: 'user', rateLimit: RETRY_RATE },
        schema: {
          tags,
          summary: "Prepare the caller's failed video again",
          params: idParams,
          response: { 200: video, ...errorResponses('video.missing', 'video.not_ready') },
        },
      },
      async (request) => retryVideo(deps, request.params.id, callerId(request)),
    );

    app.get(
      '/api/permission/:videoId',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "Who may see the caller's video, as the only element of a list",
          params: videoIdParams,
          response: { 200: permissionResponse, ...errorResponses('video.missing') },
        },
      },
      async (request) => [await getPermission(deps, request.params.videoId, callerId(request))],
    );

    app.put(
      '/api/permission/:videoId',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "Change who may see the caller's video",
          params: videoIdParams,
          body: updatePermissionRequest,
          response: { 200: permissionResponse, ...errorResponses(...BODY_ERRORS, 'video.missing') },
        },
      },
      async (request) => [
        await setPermission(deps, request.params.videoId, callerId(request), request.body.permission),
      ],
    );
  };
}
