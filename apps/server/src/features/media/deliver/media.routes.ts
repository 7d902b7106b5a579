import type { Readable } from 'node:stream';
import { idParams } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../../platform/auth/route-access.ts';
import type { Deps } from '../../../platform/deps.ts';
import { errorResponses, publicErrorResponses } from '../../../platform/http/error-responses.ts';
import { createOpenResponses } from '../../../platform/http/open-responses.ts';
import { PARTIAL_RESPONSES, sendStoredObject, sendText } from '../../../platform/http/send-stored-object.ts';
import { DEMO_FILES, demoStorage, describeDemoFile } from './demo-files.ts';
import { findEndedViewings, type Viewing } from './media.queries.ts';
import {
  createFileAccess,
  getGrowingPlaylist,
  getMasterPlaylist,
  getMediaPlaylist,
  getPreview,
  openFragmentFor,
} from './media.service.ts';

const KINDS = {
  playback: 'The playback file',
  poster: 'A still picture of the video',
  original: 'The unchanged original, for its owner and an active steward',
} as const;

const bytes = {
  200: z.custom<Readable>().describe('The complete file'),
  ...PARTIAL_RESPONSES,
};

const text = {
  200: z.string().describe('The complete text'),
  304: z.undefined().describe("The browser's copy is up to date"),
};

const HLS = 'application/vnd.apple.mpegurl';

/** Name of a rendition: its short side, with "-hdr" for HDR. */
const renditionParams = z.object({ id: idParams.shape.id, rendition: z.string().regex(/^\d{1,4}(-hdr)?$/) });

const growingParams = z.object({ id: idParams.shape.id, growing: idParams.shape.id });
const fragmentParams = growingParams.extend({ fragment: z.string().regex(/^\d{1,6}$/) });

/**
 * The bytes of videos and posters. Access is checked at each request and while a response is open: it is closed within
 * a second after its viewer has lost access.
 */
export function mediaRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const open = createOpenResponses((viewings: readonly Viewing[]) => findEndedViewings(deps.db, viewings), deps.log);
    plugin.addHook('onClose', async () => open.close());

    const { openFile, openRendition } = createFileAccess(deps.db);

    for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
      app.route({
        method: ['GET', 'HEAD'],
        url: `/media/videos/:id/${kind}`,
        config: { access: 'media' },
        schema: {
          tags: ['Media'],
          summary: KINDS[kind],
          params: idParams,
          response: { ...bytes, ...errorResponses('video.missing') },
        },
        handler: async (request, reply) => {
          const [videoId, viewerId] = [request.params.id, callerId(request)];
          const file = await openFile(videoId, kind, viewerId);
          open.watch(reply.raw, { videoId, viewerId, key: file.key, isOriginal: kind === 'original' });
          const options = kind === 'original' ? { downloadName: file.name ?? 'video' } : {};
          return sendStoredObject(request, reply, deps.storage, file, options);
        },
      });
    }

    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/videos/:id/hls.m3u8',
      config: { access: 'media' },
      schema: {
        tags: ['Media'],
        summary: 'The renditions of a video (HLS)',
        params: idParams,
        response: { ...text, ...errorResponses('video.missing') },
      },
      handler: async (request, reply) => {
        const playlist = await getMasterPlaylist(deps.db, request.params.id, callerId(request));
        return sendText(request, reply, playlist, HLS);
      },
    });

    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/videos/:id/hls/:rendition.m3u8',
      config: { access: 'media' },
      schema: {
        tags: ['Media'],
        summary: 'The segments of one rendition (HLS): byte ranges of its file',
        params: renditionParams,
        response: { ...text, ...errorResponses('video.missing') },
      },
      handler: async (request, reply) => {
        const { id, rendition } = request.params;
        return sendText(request, reply, await getMediaPlaylist(deps.db, id, rendition, callerId(request)), HLS);
      },
    });

    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/videos/:id/renditions/:rendition.mp4',
      config: { access: 'media' },
      schema: {
        tags: ['Media'],
        summary: 'The file of one rendition',
        params: renditionParams,
        response: { ...bytes, ...errorResponses('video.missing') },
      },
      handler: async (request, reply) => {
        const { id, rendition } = request.params;
        const file = await openRendition(id, rendition, callerId(request));
        open.watch(reply.raw, { videoId: id, viewerId: callerId(request), key: file.key, isOriginal: false });
        return sendStoredObject(request, reply, deps.storage, file);
      },
    });

    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/videos/:id/growing/:growing/list.m3u8',
      config: { access: 'media' },
      schema: {
        tags: ['Media'],
        summary: 'The HLS playlist of a video that is being prepared; it ends when the video is ready',
        params: growingParams,
        response: { 200: text[200], ...errorResponses('video.missing') },
      },
      handler: async (request, reply) => {
        const { id, growing } = request.params;
        const playlist = await getGrowingPlaylist(deps.db, id, growing, callerId(request));
        return reply.header('cache-control', 'private, no-store').type(HLS).send(playlist);
      },
    });

    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/videos/:id/growing/:growing/:fragment.mp4',
      config: { access: 'media' },
      schema: {
        tags: ['Media'],
        summary: 'A fragment of a video that is being prepared; 0 is the header (init segment)',
        params: fragmentParams,
        response: { ...bytes, ...errorResponses('video.missing') },
      },
      handler: async (request, reply) => {
        const { id, growing, fragment } = request.params;
        const file = await openFragmentFor(deps.db, id, growing, Number(fragment), callerId(request));
        open.watch(reply.raw, { videoId: id, viewerId: callerId(request), key: file.key, isOriginal: false });
        return sendStoredObject(request, reply, deps.storage, file);
      },
    });

    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/videos/:id/preview.vtt',
      config: { access: 'media' },
      schema: {
        tags: ['Media'],
        summary: 'The part of the preview image for each interval (WebVTT)',
        params: idParams,
        response: { ...text, ...errorResponses('video.missing') },
      },
      handler: async (request, reply) => {
        const { track } = await getPreview(deps.db, request.params.id, callerId(request));
        return sendText(request, reply, track, 'text/vtt; charset=utf-8');
      },
    });

    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/videos/:id/preview',
      config: { access: 'media' },
      schema: {
        tags: ['Media'],
        summary: 'The preview images of a video, side by side in one image',
        params: idParams,
        response: { ...bytes, ...errorResponses('video.missing') },
      },
      handler: async (request, reply) => {
        const { image } = await getPreview(deps.db, request.params.id, callerId(request));
        return sendStoredObject(request, reply, deps.storage, image);
      },
    });

    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/demo/:file',
      config: { access: 'public' },
      schema: {
        tags: ['Media'],
        summary: 'The files of the demo video, without login',
        params: z.object({ file: z.enum(DEMO_FILES) }),
        response: { ...bytes, ...publicErrorResponses('video.missing') },
      },
      handler: async (request, reply) => {
        const file = await describeDemoFile(request.params.file);
        return sendStoredObject(request, reply, demoStorage, file, { cacheControl: 'public, max-age=3600' });
      },
    });
  };
}
