import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IdentityConfig } from '../config.ts';
import { oauthError } from './protocol-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether scripts of the web app may call this route: with or without the cookies of this service. Not set: no
     * scripts.
     */
    scripts?: 'with-cookies' | 'without-cookies';
  }
}

/**
 * Allows script calls only from the web app's origins, on routes that declare it. Calls with another Origin are
 * rejected before they have any effect; calls without one come from servers and send no cookies. Decided by the matched
 * route, because a route has many spellings (`/co/%61uthenticate`).
 */
export function addCors(app: FastifyInstance, config: IdentityConfig): void {
  // The preflight request of each such route.
  app.addHook('onRoute', ({ config: { scripts } = {}, method, url }) => {
    if (!scripts || method === 'HEAD' || method === 'OPTIONS') return;
    app.options(url, { config: { scripts } }, (_request, reply) =>
      reply
        .status(204)
        .header('access-control-allow-methods', 'GET, POST, DELETE')
        .header('access-control-allow-headers', 'Authorization, Content-Type, Auth0-Client')
        .header('access-control-max-age', '600')
        .send(),
    );
  });
  app.addHook('onRequest', async (request, reply) => {
    const { scripts } = request.routeOptions.config;
    if (!scripts) return;
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined) return;
    if (!isAllowedOrigin(request, config)) throw oauthError(403, 'access_denied', 'This origin is not allowed.');
    reply.header('access-control-allow-origin', origin);
    if (scripts === 'with-cookies') reply.header('access-control-allow-credentials', 'true');
  });
}

/** Whether a request comes from a page of the web app, or from a server, which sends no Origin. */
export function isAllowedOrigin({ headers: { origin } }: FastifyRequest, config: IdentityConfig): boolean {
  return origin === undefined || config.allowedOrigins.includes(origin);
}
