import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { ERRORS } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';

/** Paths of programs: an unknown one is answered in JSON, not with the app's page. */
const PROGRAM_PATHS = /^\/(api|files|media|identity|health|s|assets|banners)(\/|\?|$)/;

/** The built web app: files as they are, and its page for every address that it routes itself. */
export function webApp(folder: string): FastifyPluginAsync {
  return async (app) => {
    const built = existsSync(join(folder, 'index.html'));
    if (built) {
      await app.register(fastifyStatic, {
        root: folder,
        wildcard: false,
        index: false,
        maxAge: 0,
        preCompressed: true,
        setHeaders: (response, path) => {
          // Names under assets/ carry a hash of their content.
          response.header(
            'cache-control',
            path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
          );
        },
      });
    }
    app.setNotFoundHandler((request, reply) => {
      if (built && request.method === 'GET' && !PROGRAM_PATHS.test(request.url)) {
        return reply.header('cache-control', 'no-cache').sendFile('index.html');
      }
      const { status, message } = ERRORS['route.missing'];
      return reply.status(status).send({ code: 'route.missing', message });
    });
  };
}
