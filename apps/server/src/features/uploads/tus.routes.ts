import { TUS_VERSION } from '@kinreel/contracts';
import type { FastifyError, FastifyPluginAsync } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { tusCreationRoutes } from './tus-creation.routes.ts';
import { OWN_UPLOADS, type TusMount } from './tus-mount.routes.ts';
import { TUS_BYTES } from './tus-protocol.ts';
import { tusReceiveRoutes } from './tus-receive.routes.ts';
import { tusStateRoutes } from './tus-state.routes.ts';

/**
 * Resumable uploads by tus 1.0 with creation, termination, expiration and checksum. Errors have the JSON body of all
 * routes. No CORS headers: only pages of the app's own origin may upload.
 */
export function tusRoutes(deps: Deps, mount: TusMount = OWN_UPLOADS): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(TUS_BYTES, (_request, payload, done) => done(null, payload));

    app.addHook('onRequest', async (request, reply) => {
      if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === TUS_VERSION) return;
      reply.header('tus-version', TUS_VERSION);
      throw new DomainError('upload.protocol');
    });

    // An invalid id gets the error of a missing upload: clients that resume only know its URL.
    app.setErrorHandler((error: FastifyError, request) => {
      if (error.validationContext !== 'params') throw error;
      // Drain the body so the client can read the error.
      request.raw.resume();
      throw new DomainError('upload.missing', { cause: error });
    });

    // Also on errors.
    app.addHook('onSend', async (_request, reply) => {
      reply.headers({ 'tus-resumable': TUS_VERSION, 'cache-control': 'no-store' });
    });

    await app.register(tusCreationRoutes(deps, mount));
    await app.register(tusStateRoutes(deps, mount));
    await app.register(tusReceiveRoutes(deps, mount));
  };
}
