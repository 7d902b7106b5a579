import type { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { type TusMount, tusErrors } from './tus-mount.routes.ts';
import {
  noBody,
  parseChecksum,
  progressHeaders,
  TUS_BYTES,
  TUS_RATE,
  tusHeaders,
  tusParams,
  wholeNumberHeader,
} from './tus-protocol.ts';
import { IDLE_MS } from './upload-limits.ts';
import { appendToUpload } from './uploads.service.ts';

/** PATCH: receiving bytes. */
export function tusReceiveRoutes(deps: Deps, mount: TusMount): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();

    // Without this the server could only stop after its clients have sent everything.
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());

    app.patch(
      `${mount.path}/:id`,
      {
        config: { access: mount.access, rateLimit: TUS_RATE, body: 'file' },
        schema: {
          tags: ['Uploads'],
          summary: 'Send bytes of an upload',
          consumes: [TUS_BYTES],
          params: tusParams,
          headers: tusHeaders.extend({
            ...mount.headers,
            'upload-offset': wholeNumberHeader.describe('Number of bytes received so far'),
            'upload-checksum': z.string().optional().describe('sha256 or sha1, a space, and the digest in base64'),
          }),
          response: {
            204: noBody,
            ...tusErrors(
              mount,
              'upload.protocol',
              'upload.missing',
              'upload.offset',
              'upload.busy',
              'upload.checksum',
              'request.too_large',
              'request.unsupported',
              'storage.full',
            ),
          },
        },
      },
      async (request, reply) => {
        const { 'upload-offset': offset, 'upload-checksum': checksum, 'content-length': length } = request.headers;
        // Injected requests have no real socket.
        request.socket.setTimeout?.(IDLE_MS);
        try {
          const upload = await appendToUpload(deps, {
            id: request.params.id,
            ownerId: await mount.ownerOf(request, request.params.id),
            offset,
            bytes: request.body as Readable,
            length: length === undefined ? undefined : Number(length),
            checksum: checksum === undefined ? undefined : parseChecksum(checksum),
            stop: closing.signal,
          });
          if (!upload.isComplete) reply.header('connection', 'close');
          return reply.status(204).headers(progressHeaders(upload)).send(undefined);
        } catch (error) {
          // Drain the body so the client can read the error.
          request.raw.resume();
          throw error;
        }
      },
    );
  };
}
