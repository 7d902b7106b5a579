import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { SERVER_PATHS } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import { DomainError } from '../platform/errors.ts';
import { requestUrl } from '../platform/request-url.ts';

/**
 * Sources for the Content-Security-Policy: the hashes of the scripts inside index.html, which start the page before any
 * file has arrived. Nothing else may run inline.
 */
export function inlineScripts(folder: string): string[] {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return [];
  return [...readFileSync(page, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/** The decoded path of a request's URL; that of the API, so that it gets no page, if it cannot be read. */
function pathOf(url: string): string {
  try {
    return decodeURIComponent(requestUrl(url)?.pathname ?? '/api');
  } catch {
    return '/api';
  }
}

/** Serves the built web app: its files, and index.html for every path that the app routes. */
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
      if (built && request.method === 'GET' && !SERVER_PATHS.test(pathOf(request.url))) {
        return reply.header('cache-control', 'no-cache').sendFile('index.html');
      }
      // If unknown, the response is a JSON error, not the app's page.
      const error = new DomainError('route.missing');
      return reply.status(error.status).send(error.toBody());
    });
  };
}
