import type { Readable } from 'node:stream';
import { idParams } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/access.ts';
import type { Deps } from '../../platform/deps.ts';
import { publicRefusals, refusals } from '../../platform/refusals.ts';
import { sendStored } from '../../platform/send-stored.ts';
import { DEMO_FILES, demoStorage, describeDemoFile } from './demo-files.ts';
import { openFileFor } from './media.service.ts';

const KINDS = {
  playback: 'The video as a player shows it',
  poster: 'A still picture of the video',
  original: 'The untouched original, for its owner alone',
} as const;

const bytes = {
  200: z.custom<Readable>().describe('The whole file'),
  206: z.custom<Readable>().describe('The stretch of it that the Range header asks for'),
  304: z.undefined().describe("The browser's copy still holds"),
  416: z.undefined().describe('The file ends before that stretch'),
};

/**
 * The bytes of videos and posters. The right is asked for at each request, so what is withdrawn ends with the next
 * stretch a player fetches.
 */
export function mediaRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();

    for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
      app.route({
        method: ['GET', 'HEAD'],
        url: `/media/videos/:id/${kind}`,
        config: { access: 'media' },
        schema: {
          tags: ['Media'],
          summary: KINDS[kind],
          params: idParams,
          response: { ...bytes, ...refusals('video.missing') },
        },
        handler: async (request, reply) => {
          const file = await openFileFor(deps.db, request.params.id, kind, callerId(request));
          const options = kind === 'original' ? { downloadName: file.name ?? 'video' } : {};
          return sendStored(request, reply, deps.storage, file, options);
        },
      });
    }

    app.route({
      method: ['GET', 'HEAD'],
      url: '/media/demo/:file',
      config: { access: 'public' },
      schema: {
        tags: ['Media'],
        summary: 'The files of the demo video, open to all',
        params: z.object({ file: z.enum(DEMO_FILES) }),
        response: { ...bytes, ...publicRefusals('video.missing') },
      },
      handler: async (request, reply) => {
        const file = await describeDemoFile(request.params.file);
        return sendStored(request, reply, demoStorage, file, { cacheControl: 'public, max-age=3600' });
      },
    });
  };
}
