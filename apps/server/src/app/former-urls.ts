import { SERVER_PATHS } from '@kinreel/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerConfig } from '../platform/config/config.ts';
import { LAST_SERVICE_WORKER, MOVED_PAGE_HEADERS, movedPage, SERVICE_WORKER_HEADERS } from './moved-page.ts';

/**
 * Redirects GET and HEAD requests for a former address (FORMER_URLS) to the same path at PUBLIC_URL, so that old links
 * and bookmarks keep working. Not redirected: health checks, and requests that change something, such as the reports of
 * the identity service and unsubscribe requests of mail programs, which follow no redirect.
 *
 * Pages that a browser opens are redirected by a page (moved-page.ts): recordings that were not sent can be read at the
 * former address only.
 */
export function answerFormerUrls(
  app: FastifyInstance,
  { formerUrls, publicUrl }: Pick<ServerConfig, 'formerUrls' | 'publicUrl'>,
): void {
  // Behind a proxy the scheme may be lost. Without this filter, a former address with the current host would redirect
  // to itself.
  const hosts = new Set(formerUrls.map((url) => new URL(url).host));
  hosts.delete(new URL(publicUrl).host);
  if (hosts.size === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    const { method, url } = request;
    if (!['GET', 'HEAD'].includes(method)) return;
    if (!hosts.has(request.host) || url.startsWith('/health/')) return;
    if (url === '/service-worker.js') return reply.headers(SERVICE_WORKER_HEADERS).send(LAST_SERVICE_WORKER);
    if (opensPage(request)) return reply.headers(MOVED_PAGE_HEADERS).send(movedPage(publicUrl, url));
    return reply.header('cache-control', 'no-store').redirect(publicUrl + url, 308);
  });
}

/**
 * Whether a person opens a page of the app. Browsers send these headers to https and localhost only, and only there
 * they have recordings.
 */
function opensPage({ method, url, headers }: FastifyRequest): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    !SERVER_PATHS.test(url)
  );
}
