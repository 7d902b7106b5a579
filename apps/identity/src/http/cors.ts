import type { FastifyInstance } from 'fastify';
import type { IdentityConfig } from '../config.ts';
import { oauthError } from './protocol-error.ts';

const CORS_PATHS = /^\/identity\/(dbconnections\/|co\/authenticate$|oauth\/token$|userinfo$)/;

/**
 * Allows browser calls from the web app's origins only. Calls with another Origin are rejected before they have any
 * effect; calls without one come from servers and send no cookies of a person.
 */
export function addCors(app: FastifyInstance, config: IdentityConfig): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request.url);
    const { origin } = request.headers;
    if (!CORS_PATHS.test(path)) return;
    reply.header('vary', 'Origin');
    if (origin === undefined) return;
    if (!config.allowedOrigins.includes(origin)) throw oauthError(403, 'access_denied', 'This origin is not allowed.');
    reply.header('access-control-allow-origin', origin);
    if (path === '/identity/co/authenticate') reply.header('access-control-allow-credentials', 'true');
    if (request.method === 'OPTIONS') {
      return reply
        .status(204)
        .header('access-control-allow-methods', 'GET, POST')
        .header('access-control-allow-headers', 'Authorization, Content-Type, Auth0-Client')
        .header('access-control-max-age', '600')
        .send();
    }
  });
}

/** The path of a request without its query, which may contain tickets. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
