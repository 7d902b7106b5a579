import type { FastifyInstance } from 'fastify';
import type { ServerConfig } from '../platform/config/config.ts';

/**
 * Redirects requests for a former address (FORMER_URLS) to the same path at PUBLIC_URL, so that links in old mails and
 * bookmarks keep working. Health checks are answered at every address, and so is what changes something: the identity
 * service reports ended sessions and asks who may sign up at the address where this server listens, which may be a former one,
 * and mail programs that unsubscribe follow no redirect.
 */
export function redirectFormerUrls(
  app: FastifyInstance,
  { formerUrls, publicUrl }: Pick<ServerConfig, 'formerUrls' | 'publicUrl'>,
): void {
  // Behind a proxy the scheme may be lost: a former address with the host of the present one would lead to itself.
  const hosts = new Set(formerUrls.map((url) => new URL(url).host));
  hosts.delete(new URL(publicUrl).host);
  if (hosts.size === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!['GET', 'HEAD'].includes(request.method)) return;
    if (!hosts.has(request.host) || request.url.startsWith('/health/')) return;
    return reply.header('cache-control', 'no-store').redirect(publicUrl + request.url, 308);
  });
}
