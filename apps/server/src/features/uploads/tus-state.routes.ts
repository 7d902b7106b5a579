import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Deps } from '../../platform/deps.ts';
import { type TusMount, tusErrors } from './tus-mount.routes.ts';
import { noBody, progressHeaders, TUS_RATE, tusHeaders, tusParams } from './tus-protocol.ts';
import { discardUpload, readUpload } from './uploads.service.ts';

/** HEAD and DELETE: the state of an upload, and discarding it. */
export function tusStateRoutes(deps: Deps, mount: TusMount): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const url = `${mount.path}/:id`;
    const config = { access: mount.access, rateLimit: TUS_RATE } as const;
    const common = { tags: ['Uploads'], params: tusParams, headers: tusHeaders.extend(mount.headers) };
    const errors = tusErrors(mount, 'upload.protocol', 'upload.missing', 'upload.busy');

    app.head(
      url,
      {
        config,
        schema: { ...common, summary: 'How much of an upload has arrived', response: { 200: noBody, ...errors } },
      },
      async (request, reply) => {
        const upload = await readUpload(deps, request.params.id, await mount.ownerOf(request, request.params.id));
        return reply
          .headers({ ...progressHeaders(upload), 'upload-length': upload.size, 'upload-metadata': upload.metadata })
          .send(undefined);
      },
    );

    app.delete(
      url,
      {
        config,
        schema: {
          ...common,
          summary: 'Discard an unfinished upload (tus termination)',
          response: { 204: noBody, ...errors },
        },
      },
      async (request, reply) => {
        await discardUpload(deps, request.params.id, await mount.ownerOf(request, request.params.id));
        return reply.status(204).send(undefined);
      },
    );
  };
}
