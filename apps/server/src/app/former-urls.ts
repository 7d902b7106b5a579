import type { FastifyInstance } from 'fastify';
import type { ServerConfig } from '../platform/config/config.ts';

/**
 * Redirects GET and HEAD requests for a former address (FORMER_URLS) to the same path at PUBLIC_URL, so that old links
 * and bookmarks keep working. Not redirected: health checks, and requests that change something, such as the reports of
 * the identity service and unsubscribe requests of mail programs, which follow no redirect.
 */
export function redirectFormerUrls(
  app: FastifyInstance,
  { formerUrls, publicUrl }: Pick<ServerConfig, 'formerUrls' | 'publicUrl'>,
): void {
  // Behind a proxy the scheme may be lost. Without this filter, a former address with the current host would redirect
  // to itself.
  const hosts = new Set(formerUrls.map((url) => new URL(url).host));
  hosts.delete(new URL(publicUrl).host);
  if (hosts.size === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!['GET', 'HEAD'].includes(request.method)) return;
    if (!hosts.has(request.host) || request.url.startsWith('/health/')) return;
    return reply.header('cache-control', 'no-store').redirect(publicUrl + request.url, 308);
  });
}
