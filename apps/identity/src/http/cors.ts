import type { FastifyInstance } from 'fastify';
import type { IdentityConfig } from '../config.ts';
import { oauthError } from './protocol-error.ts';

const PATHS = /^\/identity\/(dbconnections\/|co\/authenticate$|oauth\/token$|userinfo$)/;

/**
 * Lets the web app's origins, and no others, call from the browser. A call with a foreign Origin is refused before it
 * does anything; a call without one comes from a server and carries no cookies of a person.
 */
export function addCors(app: FastifyInstance, config: IdentityConfig): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request.url);
    const { origin } = request.headers;
    if (!PATHS.test(path)) return;
    reply.header('vary', 'Origin');
    if (origin === undefined) return;
    if (!config.allowedOrigins.includes(origin)) throw oauthError(403, 'access_denied', 'This origin is not allowed.');
    reply.header('access-control-allow-origin', origin);
    if (path === '/identity/co/authenticate') reply.header('access-control-allow-credentials', 'true');
    if (request.method === 'OPTIONS') {
      return reply
        .code(204)
        .header('access-control-allow-methods', 'GET, POST')
        .header('access-control-allow-headers', 'Authorization, Content-Type, Auth0-Client')
        .header('access-control-max-age', '600')
        .send();
    }
  });
}

/** The path of a request without its query, which may carry tickets. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
