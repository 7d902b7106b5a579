import { type PublicConfig, publicConfig } from '@kinreel/contracts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { allowedOrigins } from '../platform/config.ts';
import type { Deps } from '../platform/deps.ts';

/** GET /config.json: what the browser needs before login. */
export function publicConfigRoutes(deps: Deps): FastifyPluginAsync {
  const { identity, publicUrl, shortLinkDomain } = deps.config;
  const allowed = allowedOrigins(publicUrl);
  return async (app) => {
    app.get(
      '/config.json',
      { config: { access: 'public' }, schema: { hide: true, response: { 200: publicConfig } } },
      async (request, reply): Promise<PublicConfig> => {
        reply.header('cache-control', 'no-cache');
        const origin = requestOrigin(request);
        return {
          identity: {
            domain: identity.hostedDomain ?? `${allowed.includes(origin) ? origin : publicUrl}/identity`,
            clientId: identity.clientId,
            audience: identity.audience,
            connection: identity.connection,
            responseType: identity.responseType,
          },
          shortLinkDomain,
        };
      },
    );
  };
}

function requestOrigin(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}
