import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { SERVER_PATHS } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import { DomainError } from '../platform/http/errors.ts';
import { requestUrl } from '../platform/http/request-url.ts';

/** The decoded path of a request's URL. An invalid one counts as an API path, so that it gets no page. */
function pathOf(url: string): string {
  try {
    return decodeURIComponent(requestUrl(url)?.pathname ?? '/api');
  } catch {
    return '/api';
  }
}

/** Serves the built web app: its files, and index.html for every path of the app's router. */
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
          // Names under assets/ contain a hash of the content.
          response.header(
            'cache-control',
            path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
          );
        },
      });
    }
    app.setNotFoundHandler((request, reply) => {
      if (built && ['GET', 'HEAD'].includes(request.method) && !SERVER_PATHS.test(pathOf(request.url))) {
        return reply.header('cache-control', 'no-cache').sendFile('index.html');
      }
      // If unknown, the response is a JSON error, not the app's page.
      const error = new DomainError('route.missing');
      return reply.status(error.status).send(error.toBody());
    });
  };
}
